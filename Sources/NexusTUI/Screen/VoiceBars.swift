/// The waveform of a voice message in cells.
enum VoiceBars {
    /// Cells, at most.
    static let limit = 32
    private static let levels = Array("▁▂▃▄▅▆▇█")

    /// One cell for each step; a flat line for a recording without a waveform.
    ///
    /// - Parameters:
    ///   - waveform: loudness in equal steps, 0 to 31 each.
    ///   - part: of the recording that was played, 0 to 1: its cells have another style.
    static func cells(_ waveform: [UInt8], count: Int, part: Double, _ played: CellStyle, _ rest: CellStyle) -> [Cell] {
        guard count > 0 else { return [] }
        let end = Int((min(1, max(0, part)) * Double(count)).rounded())
        return (0..<count).flatMap { step -> [Cell] in
            let style = step < end ? played : rest
            guard !waveform.isEmpty else { return Cell.of("─", style) }
            let from = step * waveform.count / count
            let to = max(from + 1, (step + 1) * waveform.count / count)
            let peak = waveform[from..<min(to, waveform.count)].max() ?? 0
            return Cell.of(String(levels[Int(min(peak, 31)) * (levels.count - 1) / 31]), style)
        }
    }
}

/// `0:07`, `12:30`.
enum DurationText {
    static func of(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1_000
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}
