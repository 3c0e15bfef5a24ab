/// The embedding model for search: the encoder with a cache of its recent results, and what reads a question and a message together.
public struct MeaningModel: Sendable {
    public let encoder: SentenceEncoder
    let tokens: TokenVectors
    /// nil for an encoder of another shape.
    let pairs: PairReader?

    public init(encoder: SentenceEncoder) {
        self.encoder = encoder
        tokens = TokenVectors(encoder: encoder)
        pairs = PairReader(encoder)
    }

    /// - Throws: `ModelError`.
    public init(_ folder: ModelFolder) throws(ModelError) {
        self.init(encoder: try SentenceEncoder(folder: folder.embedding))
    }
}
