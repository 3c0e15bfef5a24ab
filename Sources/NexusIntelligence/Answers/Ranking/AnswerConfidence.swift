import Foundation

/// How likely the best candidates answer the question at all: a logistic score of features, joined by what ``PairReader`` says of those it read.
///
/// Fitted on questions that their conversation answers, on those that it does not though it is about their topic, and on questions of other
/// conversations.
struct AnswerConfidence: Sendable {
    /// From 0 on it is answered. The constants leave one question in seven unanswered that has an answer, and without a reading one in eight,
    /// by cross-validation with the order's weights of that time.
    let score: Float

    /// The score from which one is answered, of a conversation of 100 messages.
    private static let least: Float = -0.73
    private static let leastByWords: Float = -1.14
    /// More of a larger corpus: among ten times as many messages the best is nearer to the question by chance. It stays as it is beyond
    /// what is searched at most.
    private static let perDecade: Float = 0.2
    private static let searched: Float = 4_000
    /// Less of one with a tenth of 100 messages: it has fewer candidates, each of which adds to the score, and less around them.
    private static let perDecadeOfFew: Float = 1.2
    private static let perDecadeOfFewByWords: Float = 0.6

    /// What is taken off the sum over all candidates that were read, ``PairReader/limit`` at most, before it counts as much as the features;
    /// and the score from which a question is answered then.
    private static let readOffset: Float = 1.5
    private static let leastTogether: Float = -1.18

    /// Numbers of the score, its constant included.
    static var width: Int { withModel.count }

    /// - Parameters:
    ///   - context: as of `CandidateReader`.
    ///   - candidates: features and scores, the best first.
    ///   - read: how likely each candidate answers that was read together with the question; empty if none was.
    ///   - corpus: messages among which was searched.
    init(
        context: [Float], candidates: [(features: [Float], score: Float)], read: [Float] = [], corpus: Int,
        hasModel: Bool
    ) {
        let features = Self.features(context: context, candidates: candidates)
        let weights = hasModel ? Self.withModel : Self.byWords
        let sum = zip([1] + features, weights).reduce(Float(0)) { $0 + $1.0 * $1.1 }
        let least = hasModel ? Self.least : Self.leastByWords
        score = (Self.together(sum - least, read) ?? sum - least) - Self.shift(of: corpus, hasModel: hasModel)
    }

    /// The score with what reading the candidates says of them; nil if none was read. Features tell a question of another subject, reading
    /// one whose subject was talked about: the answer is as doubtful as both doubts together.
    private static func together(_ score: Float, _ read: [Float]) -> Float? {
        guard !read.isEmpty else { return nil }
        return -logSum([-score, readOffset - logSum(read)]) - leastTogether
    }

    /// The logarithm of the sum of exponentials.
    private static func logSum(_ values: [Float]) -> Float {
        let greatest = values.max() ?? 0
        return greatest + log(values.reduce(0) { $0 + exp($1 - greatest) })
    }

    /// What a corpus must have more than one of 100 messages; less than 0 for a smaller one.
    static func shift(of corpus: Int, hasModel: Bool) -> Float {
        let decades = log10(min(Float(max(1, corpus)), searched)) - 2
        guard decades < 0 else { return perDecade * decades }
        return (hasModel ? perDecadeOfFew : perDecadeOfFewByWords) * decades
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
            + [own[40], greatest(40), candidates.map { $0.features[40] }.max() ?? 0]
    }

    private static let withModel: [Float] = [
        // constant
        -7.258,
        // nearest, covered, unknown, topics, tokens, own, named, othersCover, othersMatch
        4.389, 0.252, -1.03, 0.26, 11.086, -0.205, 2.064, -1.203, 4.055,
        // asks for a person, time, amount, place, reason, other
        -0.024, -0.496, -0.216, 0.268, 0.415, 0.093,
        // lead over the second, over the tenth, share
        -0.184, 0.095, 0.883,
        // of the best: tokens, cosine, own, alike, alikeAround
        1.154, -1.74, -0.454, -0.225, 0.327,
        // of the best: evidence held, missing, asks, answersShare
        -0.061, -0.063, 0.095, 0.354,
        // of the best three: tokens (mean), alike, alikeAround, cosine (greatest)
        -2.06, 0.045, 0.545, 1.033,
        // nearness to where answers are likely: of the best, of the best three, of all (greatest)
        2.481, 0.025, 2.722,
    ]

    private static let byWords: [Float] = [
        -1.374,
        0, 1.964, -1.09, 0.555, 0, -0.804, 1.002, 0.6, 0,
        -0.363, -0.024, -0.045, 0.329, 0.643, -0.092,
        0.131, 0.162, -1.827,
        0, 0, 0.306, 0.359, -0.007,
        0.151, -0.166, 0.211, 0.57,
        0, 0.381, 0.701, 0,
    ]
}
