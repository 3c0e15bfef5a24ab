/// The embedding model for search: the encoder with a cache of its recent results.
public struct MeaningModel: Sendable {
    public let encoder: SentenceEncoder
    let tokens: TokenVectors

    public init(encoder: SentenceEncoder) {
        self.encoder = encoder
        tokens = TokenVectors(encoder: encoder)
    }

    /// - Throws: `ModelError`.
    public init(_ folder: ModelFolder) throws(ModelError) {
        self.init(encoder: try SentenceEncoder(folder: folder.embedding))
    }
}
