/// The embedding model for search: the encoder with a cache of its recent results, what looks for the answers of a question, and what reads
/// a question and a message together.
public struct MeaningModel: Sendable {
    public let encoder: SentenceEncoder
    let tokens: TokenVectors
    // Their matrices take time to make and 20 MB each: not for a server whose assistant nobody asks.
    private let madePairs: OnDemand<PairReader?>
    private let madeQuestions: OnDemand<QuestionEncoder?>

    public init(encoder: SentenceEncoder) {
        self.encoder = encoder
        tokens = TokenVectors(encoder: encoder)
        madePairs = OnDemand { PairReader(encoder) }
        madeQuestions = OnDemand { QuestionEncoder(encoder) }
    }

    /// nil for an encoder of another shape.
    var pairs: PairReader? { madePairs.value }

    /// Where in the space of the messages' vectors the answers of a question are likely: a unit vector; nil for an encoder of another shape.
    public func sought(_ question: String) -> [Float]? {
        let pieces = encoder.tokenizer.encode(question, limit: PairReader.questionLimit)
        guard let questions = madeQuestions.value else { return nil }
        return tokens.tokens(of: [pieces]).first.map { questions.embed($0.states) }
    }

    /// - Throws: `ModelError`.
    public init(_ folder: ModelFolder) throws(ModelError) {
        self.init(encoder: try SentenceEncoder(folder: folder.embedding))
    }
}
