import Foundation

/// How likely the best candidates answer the question at all: a logistic score.
///
/// Fitted on questions that their conversation answers, on those that it does not though it is about their topic, and on questions of other
/// conversations.
struct AnswerConfidence: Sendable {
    /// From 0 on it is answered. The constants leave one question in eight unanswered that has an answer, by cross-validation.
    let score: Float

    /// The score from which one is answered, of a conversation of 100 messages.
    private static let least: Float = -1.12
    private static let leastByWords: Float = -1.25
    /// More of a larger corpus: among ten times as many messages the best is nearer to the question by chance. It stays as it is beyond
    /// what is searched at most.
    private static let perDecade: Float = 0.35
    private static let searched: Float = 4_000

    /// Numbers of the score, its constant included.
    static var width: Int { withModel.count }

    /// - Parameters:
    ///   - context: as of `CandidateReader`.
    ///   - candidates: features and scores, the best first.
    ///   - corpus: messages among which was searched.
    init(context: [Float], candidates: [(features: [Float], score: Float)], corpus: Int, hasModel: Bool) {
        let features = Self.features(context: context, candidates: candidates)
        let weights = hasModel ? Self.withModel : Self.byWords
        let sum = zip([1] + features, weights).reduce(Float(0)) { $0 + $1.0 * $1.1 }
        score = sum - (hasModel ? Self.least : Self.leastByWords) - Self.shift(of: corpus)
    }

    /// What a corpus must have more than one of 100 messages.
    static func shift(of corpus: Int) -> Float {
        perDecade * max(0, log10(min(Float(max(1, corpus)), searched)) - 2)
    }

    private static func features(context: [Float], candidates: [(features: [Float], score: Float)]) -> [Float] {
        guard let best = candidates.first else { return context }
        let three = candidates.prefix(3).map(\.features)
        func lead(_ rank: Int) -> Float { best.score - candidates[min(rank, candidates.count - 1)].score }
        func greatest(_ feature: Int) -> Float { three.map { $0[feature] }.max() ?? 0 }
        let own = best.features
        let total = candidates.reduce(Float(0)) { $0 + exp($1.score - best.score) }
        return context
            + [lead(1), lead(9), 1 / total, own[2], own[3], own[6], own[9], own[10]]
            + [own[15..<20].max() ?? 0, own[20..<25].max() ?? 0, own[11], own[14]]
            + [three.reduce(0) { $0 + $1[2] } / Float(three.count), greatest(9), greatest(10), greatest(3)]
    }

    private static let withModel: [Float] = [
        // constant
        -4.797,
        // nearest, covered, unknown, topics, tokens, own, named, othersCover, othersMatch
        2.742, -0.47, -0.817, 0.369, 2.578, -0.129, -0.772, -4.357, -25.154,
        // asks for a person, time, amount, place, reason, other
        -0.422, -0.448, -0.021, 0.356, 0.873, 0.147,
        // lead over the second, over the tenth, share
        -0.066, 0.03, -0.251,
        // of the best: tokens, cosine, own, alike, alikeAround
        1.83, 0.396, -0.835, -0.679, 0.39,
        // of the best: evidence held, missing, asks, answersShare
        0.052, -0.355, 0.798, 1.012,
        // of the best three: tokens (mean), alike, alikeAround, cosine (greatest)
        2.951, -0.077, 0.862, 1.406,
    ]

    private static let byWords: [Float] = [
        -0.694,
        0, 0.998, -1.403, 0.341, 0, -0.578, 0.604, 1.526, 0,
        -0.384, -0.013, -0.071, 0.353, 0.57, -0.053,
        0.124, 0.093, -1.248,
        0, 0, 0.423, 0.406, -0.268,
        0.089, -0.115, 0.665, 0.874,
        0, 0.332, 0.795, 0,
    ]
}
