import NIOPosix
import NexusIntelligence

/// The embedding model at work in threads of its own, so that neither posts nor reads wait for it.
struct MeaningEngine: Sendable {
    /// Numbers in a vector.
    let dimension: Int
    /// For the token-level comparison; nil if only vectors are needed.
    let model: MeaningModel?
    private let embed: @Sendable ([String]) -> [[Float]]
    private var threads: NIOThreadPool
    /// Whether its threads have idle priority.
    private var isInBackground = false

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

    /// The same engine for background work.
    /// - Parameter threads: its own threads.
    func inBackground(on threads: NIOThreadPool) -> MeaningEngine {
        var engine = self
        engine.threads = threads
        engine.isInBackground = true
        return engine
    }

    func vectors(of texts: [String]) async throws -> [[Float]] {
        try await run { embed(texts) }
    }

    /// Does other work that takes the processor long.
    func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await isInBackground ? BackgroundThreads(threads).run(work) : threads.runIfActive(work)
    }
}
