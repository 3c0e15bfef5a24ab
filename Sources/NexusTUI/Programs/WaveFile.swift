import Foundation

/// The duration and the loudness of a recording in the WAV format (RIFF, linear PCM of 16 bits).
struct WaveFile: Equatable {
    /// Milliseconds.
    let duration: Int64
    /// The peaks in equal steps, 0 to 31 each, the loudest as 31, as the web client's.
    let waveform: [UInt8]

    /// Peaks, at most (docs/media.md).
    static let values = 64

    /// Reads a file. `nil` if it has another format. A length of the data that is missing, or longer than the file, as of a recorder that was
    /// interrupted, ends at the file's end.
    init?(_ data: Data) {
        let bytes = [UInt8](data)
        guard bytes.count >= 12, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WAVE".utf8) else {
            return nil
        }
        func number(_ at: Int, _ count: Int) -> Int {
            bytes[at..<(at + count)].enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        }
        var at = 12
        var channels = 0
        var rate = 0
        while at + 8 <= bytes.count {
            let length = number(at + 4, 4)
            let body = at + 8
            if bytes[at..<(at + 4)].elementsEqual("fmt ".utf8), body + 16 <= bytes.count {
                let format = number(body, 2)
                guard format == 1 || format == 0xFFFE, number(body + 14, 2) == 16 else { return nil }
                (channels, rate) = (number(body + 2, 2), number(body + 4, 4))
            } else if bytes[at..<(at + 4)].elementsEqual("data".utf8) {
                guard channels > 0, rate > 0 else { return nil }
                let end = length == 0 ? bytes.count : min(body + length, bytes.count)
                let frames = (end - body) / (2 * channels)
                duration = Int64(frames) * 1_000 / Int64(rate)
                waveform = WaveFile.peaks(frames * channels) { index in
                    abs(
                        Int(
                            Int16(
                                truncatingIfNeeded: Int(bytes[body + 2 * index]) | Int(bytes[body + 2 * index + 1]) << 8
                            )))
                }
                return
            }
            // Chunks begin at even offsets.
            at = body + length + length % 2
        }
        return nil
    }

    private static func peaks(_ samples: Int, _ sample: (Int) -> Int) -> [UInt8] {
        let count = min(values, samples)
        guard count > 0 else { return [] }
        let peaks = (0..<count).map { step in
            ((step * samples / count)..<((step + 1) * samples / count)).reduce(0) { max($0, sample($1)) }
        }
        // Silence stays silent: a hundredth of the full range counts as the loudest at least.
        let most = max(peaks.max() ?? 0, 328)
        return peaks.map { UInt8((31 * $0 + most / 2) / most) }
    }
}
