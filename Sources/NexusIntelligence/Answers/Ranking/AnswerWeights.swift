/// How much each feature of a candidate says that it answers the question: the weights of a linear score.
///
/// Fitted on the questions about messages of `Training/Chat` (497 in 122 conversations), so that the sum of the sources'
/// shares of `exp(score)` among the best 40 is greatest. The features are those of ``CandidateReader``.
enum AnswerWeights {
    static func score(_ features: [Float], hasModel: Bool) -> Float {
        zip(features, hasModel ? withModel : byWords).reduce(0) { $0 + $1.0 * $1.1 }
    }

    private static let withModel: [Float] = [
        // base, rank, tokens, cosine, cosineBefore, cosineAfter
        0.048, -0.109, 5.61, 1.605, -0.489, 0.261,
        // own, before, after, alike, alikeAround
        -1.235, 0.398, -0.628, -0.424, 1.056,
        // asks, answers, answersNear, answersShare
        -0.457, -0.267, 1.062, 1.069,
        // evidence of a person, time, amount, place, reason that is asked for
        0.415, 1.465, 1.628, 0.417, 0.116,
        // the same, missing
        -0.342, -0.733, -1.123, -0.273, -0.014,
        // length, isShort, byNamed, names, lateNow, asksBefore, baseAfter, baseBefore
        0.126, -0.408, 0.897, -2.232, 2.831, -0.415, -0.015, 0.028,
    ]

    private static let byWords: [Float] = [
        0.064, 0.244, 0, 0, 0, 0,
        -0.018, 0.591, -1.644, 1.437, 0.879,
        -0.347, 0.2, 0, 0.791,
        0.437, 1.612, 2.191, 0.446, -0.053,
        -0.339, -0.555, -1.162, -0.261, 0.007,
        0.505, -0.487, 1.931, -2.247, 3.189, -0.315, 0.002, 0.034,
    ]
}
