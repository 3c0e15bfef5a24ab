/// The candidates of a question with their features: the input of `Training/train_answers.py`.
public struct AnswerTraining: Sendable {
    /// Places in the index, best first as yet.
    public let places: [Int]
    /// Of each candidate, in the order of `AnswerWeights`.
    public let features: [[Float]]

    /// Of all together, in the order of `AbstentionWeights`.
    public let context: [Float]

    /// - Parameters:
    ///   - favoured: as in ``QuotedAnswer``.
    ///   - records: as in ``QuotedAnswer``.
    public init(
        _ question: String, index: ExchangeIndex, favoured: Set<Int>, records: [Int: RecordEvidence],
        model: MeaningModel?
    ) {
        let asked = ExchangeIndex.Question(question, model: model, seeksAnswers: true)
        let bonus = Dictionary(favoured.map { ($0, QuotedAnswer.favour) }, uniquingKeysWith: { first, _ in first })
        let pieces = model.map(index.pieces) ?? []
        let found = index.compared(for: asked, model: model, pieces: pieces, bonus: bonus)
        places = found.map(\.place)
        let reader = CandidateReader(asked, index: index, records: records)
        features = reader.features(of: found)
        let evidence = AnswerEvidence(
            asked, hits: found.prefix(QuotedAnswer.hitLimit).map(\.place), index: index, model: model, pieces: pieces)
        context = reader.context(evidence, of: found)
    }
}
