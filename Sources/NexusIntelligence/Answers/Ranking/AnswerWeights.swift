/// How much each feature of a candidate says that it answers the question: the weights of a linear score.
///
/// Fitted on questions about messages of labelled chats (with the model 7,129 in 522, by words 2,347 in 260), so that the sum of the sources'
/// shares of `exp(score)` among the best 40 is greatest. The features are those of ``CandidateReader``.
enum AnswerWeights {
    static func score(_ features: [Float], hasModel: Bool) -> Float {
        zip(features, hasModel ? withModel : byWords).reduce(0) { $0 + $1.0 * $1.1 }
    }

    private static let withModel: [Float] = [
        // base, rank, tokens, cosine, cosineBefore, cosineAfter
        0.049, 0.31, 8.721, -1.329, -0.952, 1.244,
        // own, before, after, alike, alikeAround
        -1.968, 0.24, -0.825, -0.219, 1.31,
        // asks, answers, answersNear, answersShare
        -0.66, -0.352, 2.62, 0.064,
        // evidence of a person, time, amount, place, reason that is asked for
        0.453, 0.948, 1.965, 0.733, 0.345,
        // the same, missing
        -0.325, -0.563, -1.441, -0.546, -0.034,
        // length, isShort, byNamed, names, lateNow, asksBefore, baseAfter, baseBefore
        0.005, -0.4, 0.66, 0.169, 2.125, -0.641, -0.046, 0.054,
        // on record: decision, date, task, report; date for when, task for who, decision for now
        1.569, -0.25, -0.561, 0.927, 1.402, -0.04, 0.46,
    ]

    private static let byWords: [Float] = [
        0.099, -0.044, 0, 0, 0, 0,
        -0.551, 0.434, -1.684, 2.154, 0.801,
        -0.765, 0.304, 0, 0.432,
        0.63, 1.79, 2.096, 1.057, 0.597,
        -0.377, -0.769, -1.228, -0.636, -0.052,
        0.355, -0.684, 1.45, 0.086, 2.258, -0.764, -0.023, 0.074,
        1.267, -0.215, -0.547, 0.884, 1.169, 0.386, 0.045,
    ]
}
