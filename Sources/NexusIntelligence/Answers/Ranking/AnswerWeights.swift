/// How much each feature of a candidate says that it answers the question: the weights of a linear score.
///
/// Fitted on questions about messages of ordinary labelled chats (2,347 in 260 conversations), so that the sum of the sources'
/// shares of `exp(score)` among the best 40 is greatest. The features are those of ``CandidateReader``.
enum AnswerWeights {
    static func score(_ features: [Float], hasModel: Bool) -> Float {
        zip(features, hasModel ? withModel : byWords).reduce(0) { $0 + $1.0 * $1.1 }
    }

    private static let withModel: [Float] = [
        // base, rank, tokens, cosine, cosineBefore, cosineAfter
        0.042, 0.222, 8.131, -0.636, -0.529, 0.731,
        // own, before, after, alike, alikeAround
        -1.767, 0.071, -1.022, -0.168, 1.393,
        // asks, answers, answersNear, answersShare
        -0.819, -0.185, 2.201, -0.029,
        // evidence of a person, time, amount, place, reason that is asked for
        0.555, 0.914, 1.705, 0.866, 0.355,
        // the same, missing
        -0.354, -0.565, -1.355, -0.615, -0.032,
        // length, isShort, byNamed, names, lateNow, asksBefore, baseAfter, baseBefore
        0.013, -0.421, 0.257, -0.572, 2.321, -0.815, -0.031, 0.048,
        // on record: decision, date, task, report; date for when, task for who, decision for now
        1.658, -0.451, -0.742, 0.953, 2.092, 0.049, -0.396,
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
