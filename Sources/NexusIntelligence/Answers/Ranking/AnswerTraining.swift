/// The candidates of a question with their features: the input of `Training/train_answers.py`.
public struct AnswerTraining: Sendable {
    /// Places in the index, best first as yet.
    public let places: [Int]
    /// Of each candidate, in the order of `AnswerWeights`.
    public let features: [[Float]]

    /// - Parameter favoured: as in ``QuotedAnswer``.
    public init(_ question: String, index: ExchangeIndex, favoured: Set<Int>, model: MeaningModel?) {
        let asked = ExchangeIndex.Question(question, model: model)
        let bonus = Dictionary(favoured.map { ($0, QuotedAnswer.favour) }, uniquingKeysWith: { first, _ in first })
        let found = index.compared(for: asked, model: model, pieces: model.map(index.pieces) ?? [], bonus: bonus)
        places = found.map(\.place)
        features = CandidateReader(asked, index: index).features(of: found)
    }
}
