import Logging
import NIOPosix
import NexusIntelligence

/// Search by words, and by meaning with an embedding model.
struct SearchPart: ServerPart {
    /// Nil without an embedding model.
    let meaning: MeaningEngine?
    let blocks: MeaningBlocks?
    /// For long computations that a caller waits for.
    let threads = NIOThreadPool(numberOfThreads: 1)
    /// Of idle priority: embeds posts.
    private let embeddingThreads = NIOThreadPool(numberOfThreads: 1)
    private let context: ServerContext

    init(_ context: ServerContext) {
        self.context = context
        meaning = Self.engine(context.configuration, threads: threads, logger: context.logger)
        blocks = meaning.map { MeaningBlocks(dimension: $0.dimension) }
    }

    var name: String { "search" }

    var projections: [any Projection] {
        [
            SearchProjection(),
            MeaningProjection(engine: meaning, threads: BackgroundThreads(embeddingThreads)) {
                // The reader of insights waits for what a message means.
                [followers = context.followers] id in followers.note(id, for: InsightProjection.name)
            },
        ]
    }

    func register(in registration: Registration) {
        let search = meaning.flatMap { engine in blocks.map { MeaningSearch(engine: engine, blocks: $0) } }
        SearchRoutes(
            database: context.database, search: SearchService(),
            limit: .searches(context.rateLimits, now: context.now), meaning: search, now: context.now
        ).add(to: registration.authorized)
    }

    func start() {
        threads.start()
        embeddingThreads.start()
    }

    func close() async throws {
        try await threads.shutdownGracefully()
        await BackgroundThreads(embeddingThreads).end()
    }

    /// The embedding model; nil, with a warning in the log, if it cannot be used.
    private static func engine(
        _ configuration: ServerConfiguration, threads: NIOThreadPool, logger: Logger
    ) -> MeaningEngine? {
        if let engine = configuration.meaningEngine { return engine(threads) }
        guard let models = configuration.models else { return nil }
        do {
            return MeaningEngine(try MeaningModel(models), threads: threads)
        } catch {
            logger.warning("search uses words alone, without the embedding model: \(error)")
            return nil
        }
    }
}
