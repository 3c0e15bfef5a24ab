import NIOConcurrencyHelpers

/// A cache of token vectors, since users often ask about the same days.
///
/// When full it is cleared, which costs the next questions some milliseconds and needs no usage tracking.
public final class TokenVectors: Sendable {
    private struct Kept {
        var vectors: [[Int32]: [Float]] = [:]
        var count = 0
    }

    private let encoder: SentenceEncoder
    private let capacity: Int
    private let kept = NIOLockedValueBox(Kept())

    /// - Parameter megabytes: of vectors, at most.
    public init(encoder: SentenceEncoder, megabytes: Int = 32) {
        self.encoder = encoder
        capacity = megabytes << 20 / 4
    }

    /// For each text, the vectors of its pieces one after another.
    func vectors(of texts: [[Int32]]) -> [[Float]] {
        var found = kept.withLockedValue { kept in texts.map { kept.vectors[$0] } }
        let missing = texts.indices.filter { found[$0] == nil }
        let made = encoder.tokenVectors(pieces: missing.map { texts[$0] })
        var start = 0
        for place in missing {
            let count = min(texts[place].count, encoder.shape.positions) * encoder.shape.width
            found[place] = Array(made[start..<(start + count)])
            start += count
        }
        let new = missing.map { (texts[$0], found[$0] ?? []) }
        kept.withLockedValue { kept in
            for (text, vectors) in new {
                if kept.count + vectors.count > capacity { kept = Kept() }
                if kept.vectors.updateValue(vectors, forKey: text) == nil { kept.count += vectors.count }
            }
        }
        return found.map { $0 ?? [] }
    }
}
