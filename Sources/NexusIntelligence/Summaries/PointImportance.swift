import Foundation

/// How much a returning reader needs a message: a logistic score.
///
/// Fitted on the catch-ups of 92 labelled chats (175, of 1,047 messages that a reader must know). What is sure, long, has numbers, or
/// names the reader matters more; what the reader wrote, or a later decision replaced, less.
struct PointImportance {
    let score: Float

    init(_ message: ThreadSummary.Message, centrality: Float) {
        let text = message.passage.text
        let words = text.split { !$0.isLetter && !$0.isNumber }.count
        let sure = Float(message.confidence.value)
        var score = 1.59 * log(1 + Float(min(words, Self.wordLimit))) + Self.centralityWeight * centrality
        if message.kinds.contains(.mention) { score += 1.38 }
        if message.kinds.contains(.decision) { score += 1.46 + 1.22 * sure - (message.isReplaced ? 0.44 : 0) }
        if message.kinds.contains(.urgent) { score += 1.24 }
        if message.kinds.contains(.deadline) { score += 0.17 + 1.02 * sure }
        if message.reports { score += 0.53 }
        if message.concernsReader { score += 0.74 }
        if message.isOwn { score -= 1.8 }
        if Passage.asks(text) { score -= 0.21 }
        if text.contains("!") { score += 0.45 }
        if text.contains(where: \.isNumber) { score += 0.67 }
        if words <= 3 { score += 0.76 }
        self.score = score
    }

    /// Beyond it a message is no more important by being longer.
    private static let wordLimit = 40
    private static let centralityWeight: Float = 0.5
}
