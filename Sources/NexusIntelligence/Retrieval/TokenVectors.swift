import NIOConcurrencyHelpers

/// A cache of what the model makes of the tokens of texts, since users often ask about the same days.
///
/// When full it is cleared, which costs the next questions some milliseconds and needs no usage tracking.
public final class TokenVectors: Sendable {
    private struct Kept {
        var tokens: [[Int32]: SentenceEncoder.TokenStates] = [:]
        var count = 0
    }

    private let encoder: SentenceEncoder
    private let capacity: Int
    private let kept = NIOLockedValueBox(Kept())

    /// - Parameter megabytes: of vectors and states, at most.
    public init(encoder: SentenceEncoder, megabytes: Int = 64) {
        self.encoder = encoder
        capacity = megabytes << 20 / 4
    }

    /// For each text, what the model makes of its pieces; states are those after ``PairReader/layer``.
    func tokens(of texts: [[Int32]]) -> [SentenceEncoder.TokenStates] {
        var found = kept.withLockedValue { kept in texts.map { kept.tokens[$0] } }
        let missing = texts.indices.filter { found[$0] == nil }
        let made = encoder.tokens(of: missing.map { texts[$0] }, statesAfter: PairReader.layer)
        for (place, tokens) in zip(missing, made) { found[place] = tokens }
        kept.withLockedValue { kept in
            for (place, tokens) in zip(missing, made) {
                let count = tokens.vectors.count + tokens.states.count
                if kept.count + count > capacity { kept = Kept() }
                if kept.tokens.updateValue(tokens, forKey: texts[place]) == nil { kept.count += count }
            }
        }
        return found.compactMap { $0 }
    }
}
