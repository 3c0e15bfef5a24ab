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
    private let threads: NIOThreadPool

    init(_ model: MeaningModel, threads: NIOThreadPool) {
        dimension = model.encoder.shape.width
        self.model = model
        embed = { model.encoder.embed($0) }
        self.threads = threads
    }

    /// An engine with another embedding, for tests without a model.
    init(dimension: Int, threads: NIOThreadPool, embed: @escaping @Sendable ([String]) -> [[Float]]) {
        self.dimension = dimension
        model = nil
        self.embed = embed
        self.threads = threads
    }

    func vectors(of texts: [String]) async throws -> [[Float]] {
        try await run { embed(texts) }
    }

    /// Does other work that takes the processor long.
    func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await threads.runIfActive(work)
    }
}
