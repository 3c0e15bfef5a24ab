import NIOPosix
import NexusIntelligence

/// The embedding model at work in threads of its own, so that neither posts nor reads wait for it.
struct MeaningEngine: Sendable {
    /// Numbers in a vector.
    let dimension: Int
    /// For the token-level comparison; nil if only vectors are needed.
    let model: MeaningModel?
    /// Embeds texts on the caller's thread.
    let embed: @Sendable ([String]) -> [[Float]]
    /// Embeds messages, and computes what the reader of insights needs; nil if only vectors are computed.
    let messages: MessageEncoder?
    private let threads: NIOThreadPool

    init(_ model: MeaningModel, threads: NIOThreadPool) {
        dimension = model.encoder.shape.width
        self.model = model
        embed = { model.encoder.embed($0) }
        messages = MessageEncoder(model.encoder)
        self.threads = threads
    }

    /// An engine with another embedding, for tests without a model.
    init(dimension: Int, threads: NIOThreadPool, embed: @escaping @Sendable ([String]) -> [[Float]]) {
        self.dimension = dimension
        model = nil
        messages = nil
        self.embed = embed
        self.threads = threads
    }

    /// Embeds messages on the caller's thread.
    func read(_ messages: [MessageEncoder.Input]) -> [(vector: [Float], meaning: MessageMeaning?)] {
        if let encoder = self.messages { return encoder.read(messages).map { ($0.vector, $0.meaning) } }
        return embed(messages.map { Passage.line(sender: $0.sender, text: $0.text) }).map { ($0, nil) }
    }

    /// The version of what is computed of messages; 0 if only vectors are.
    var version: Int64 { messages == nil ? 0 : MessageEncoder.version }

    func vectors(of texts: [String]) async throws -> [[Float]] {
        try await run { embed(texts) }
    }

    /// Where in the space of the messages' vectors the answers of a question are likely.
    func sought(_ question: String) async throws -> [Float]? {
        try await run { model?.sought(question) ?? embed([question]).first }
    }

    /// Does other work that takes the processor long.
    func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await threads.runIfActive(work)
    }
}
