/// The embedding model for search: the encoder with a cache of its recent results, what looks for the answers of a question, and what reads
/// a question and a message together.
public struct MeaningModel: Sendable {
    public let encoder: SentenceEncoder
    let tokens: TokenVectors
    /// nil for an encoder of another shape.
    let pairs: PairReader?
    /// nil for an encoder of another shape.
    private let questions: QuestionEncoder?

    public init(encoder: SentenceEncoder) {
        self.encoder = encoder
        tokens = TokenVectors(encoder: encoder)
        pairs = PairReader(encoder)
        questions = QuestionEncoder(encoder)
    }

    /// Where in the space of the messages' vectors the answers of a question are likely: a unit vector; nil for an encoder of another shape.
    public func sought(_ question: String) -> [Float]? {
        let pieces = encoder.tokenizer.encode(question, limit: PairReader.questionLimit)
        return questions.flatMap { questions in tokens.tokens(of: [pieces]).first.map { questions.embed($0.states) } }
    }

    /// - Throws: `ModelError`.
    public init(_ folder: ModelFolder) throws(ModelError) {
        self.init(encoder: try SentenceEncoder(folder: folder.embedding))
    }
}
