/// How much each feature of a candidate says that it answers the question: the weights of a linear score.
///
/// Fitted on questions about messages of labelled chats (with the model 12,691 in 829, by words 2,347 in 260), so that the sum of the sources'
/// shares of `exp(score)` among the best 40 is greatest. The features are those of ``CandidateReader``; by words the last are none.
enum AnswerWeights {
    static func score(_ features: [Float], hasModel: Bool) -> Float {
        zip(features, hasModel ? withModel : byWords).reduce(0) { $0 + $1.0 * $1.1 }
    }

    private static let withModel: [Float] = [
        // base, rank, tokens, cosine, cosineBefore, cosineAfter
        0.037, 0.125, 7.326, -11.532, -2.338, 1.186,
        // own, before, after, alike, alikeAround
        -1.486, 0.143, -0.58, -0.226, 1.237,
        // asks, answers, answersNear, answersShare
        -0.618, -0.407, 2.651, 0.111,
        // evidence of a person, time, amount, place, reason that is asked for
        0.329, 0.568, 1.558, 0.574, 0.405,
        // the same, missing
        -0.24, -0.336, -1.168, -0.438, -0.039,
        // length, isShort, byNamed, names, lateNow, asksBefore, baseAfter, baseBefore
        -0.001, -0.28, 0.797, 0.191, 1.972, -0.579, -0.038, 0.057,
        // on record: decision, date, task, report; date for when, task for who, decision for now
        1.35, -0.168, -0.412, 0.668, 0.96, -0.285, 0.311,
        // nearness to where answers are likely: of the message, of the one before, after
        18.059, 1.983, -0.076,
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
