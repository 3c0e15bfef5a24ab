/// How much each feature of a candidate says that it answers the question: the weights of a linear score.
///
/// Fitted on questions about messages of ordinary labelled chats (453 with the model, 800 by words), so that the sum of the sources'
/// shares of `exp(score)` among the best 40 is greatest. The features are those of ``CandidateReader``.
enum AnswerWeights {
    static func score(_ features: [Float], hasModel: Bool) -> Float {
        zip(features, hasModel ? withModel : byWords).reduce(0) { $0 + $1.0 * $1.1 }
    }

    private static let withModel: [Float] = [
        // base, rank, tokens, cosine, cosineBefore, cosineAfter
        0.048, 0.181, 8.47, 0.561, 0.934, -0.48,
        // own, before, after, alike, alikeAround
        -1.582, 0.497, -0.622, -1.337, 1.1,
        // asks, answers, answersNear, answersShare
        -0.707, -0.78, 5.311, -0.912,
        // evidence of a person, time, amount, place, reason that is asked for
        0.447, 0.76, 1.435, 0.894, -0.343,
        // the same, missing
        -0.305, -0.6, -1.341, -0.733, 0.029,
        // length, isShort, byNamed, names, lateNow, asksBefore, baseAfter, baseBefore
        0.41, -0.76, 0.596, -1.676, 1.847, -0.704, -0.015, 0.019,
        // on record: decision, date, task, report; date for when, task for who, decision for now
        1.154, -0.651, -0.616, 0.928, 1.383, 0.248, 0.178,
    ]

    private static let byWords: [Float] = [
        0.082, 0.219, 0, 0, 0, 0,
        -0.089, 0.658, -1.789, 1.973, 0.85,
        -0.667, 0.289, 0, 0.844,
        0.93, 1.62, 2.131, 1.635, 0.55,
        -0.553, -0.82, -1.318, -1.012, -0.054,
        0.48, -0.876, 1.907, 0.373, 2.481, -0.667, -0.006, 0.054,
        1.258, -0.262, -0.745, 0.851, 1.104, -0.233, -0.225,
    ]
}
