import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import NexusCore
import NexusDatabase
import NexusIntelligence
import ServiceLifecycle

/// The server, composed: database, services, routes and the live socket. A long-lived service; tests compose it with a database in
/// memory and any free port.
public struct NexusApplication: Service {
    private let configuration: ServerConfiguration
    private let database: SQLiteDatabase
    private let transport: NexusTransport
    private let presence: PresenceService
    private let searchFollower: SearchFollower
    private let meaningFollower: MeaningFollower?
    private let insightFollower: InsightFollower?
    private let insightWording: InsightWording?
    private let passwordThreads: NIOThreadPool
    private let meaningThreads: NIOThreadPool
    private let mediaThreads: NIOThreadPool
    private let collector: MediaCollector?
    private let eventLoops: MultiThreadedEventLoopGroup
    private let logger: Logger

    /// Opens the database and brings its schema up to date.
    ///
    /// - Parameter onBound: told the port once connections are accepted.
    /// - Throws: `DatabaseError`, `WebFolderError`.
    public init(
        _ configuration: ServerConfiguration, logger: Logger, onBound: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws {
        self.configuration = configuration
        self.logger = logger
        let now = configuration.now
        let shell = try configuration.webFolder.map(WebShell.init(folder:))
        if let shell, !shell.hasCore {
            logger.warning("the web client's folder holds no core: browsers cannot start it")
        }
        let database = try SQLiteDatabase(configuration.database, migrations: Schema.migrations, logger: logger)
        self.database = database
        eventLoops = MultiThreadedEventLoopGroup(
            numberOfThreads: configuration.eventLoopThreads > 0 ? configuration.eventLoopThreads : System.coreCount)
        passwordThreads = NIOThreadPool(numberOfThreads: 2)
        // One for what is posted and one for what is asked.
        meaningThreads = NIOThreadPool(numberOfThreads: 2)
        mediaThreads = NIOThreadPool(numberOfThreads: configuration.media.threads)
        let media = try configuration.media.folder.map { [mediaThreads] path in
            MediaService(
                database: database, folder: try MediaFolder(path), threads: MediaThreads(mediaThreads),
                settings: configuration.media, now: now)
        }
        collector = media.map { media in
            MediaCollector(
                media: media, pause: configuration.media.collectionPause,
                sleep: { try await Task.sleep(for: .milliseconds($0)) }, logger: logger)
        }

        let heads = ConversationHeads()
        database.beforeCommit { try heads.writeHeads($0) }
        let hub = Hub()
        let metrics = ServerMetrics()
        let presence = PresenceService(
            database: database, hub: hub, eventLoop: eventLoops.next(), lease: configuration.presenceLease,
            typingLife: configuration.typingLife, now: now, logger: logger)
        self.presence = presence
        let searchFollower = SearchFollower(database: database, logger: logger)
        self.searchFollower = searchFollower
        let meaning = Self.meaning(configuration, threads: meaningThreads, logger: logger)
        let meaningFollower = meaning.map { MeaningFollower(database: database, engine: $0, logger: logger) }
        self.meaningFollower = meaningFollower
        let serverZone = InsightZone(
            name: configuration.zone.identifier, zone: WritingZone(configuration.zone), isServers: true)
        logger.info(
            "dates are read in the writer's zone; where a device has not told it, in \(serverZone.name), the server's")
        let tellInsights = { @Sendable (id: ConversationID, members: [UserID]) in
            hub.send(SharedFrame(text: ServerFrame.insights(id).json), to: members)
        }
        let languageModel = LanguageModelGateway(
            database: database, settings: configuration.languageModel, now: now, logger: logger)
        let insightWording =
            languageModel.modelName == nil
            ? nil
            : InsightWording(
                database: database, gateway: languageModel, now: now, logger: logger, moved: tellInsights)
        self.insightWording = insightWording
        let insightFollower =
            configuration.languageModel.isOn
            ? InsightFollower(database: database, zone: serverZone, logger: logger) { id, members in
                tellInsights(id, members)
                insightWording?.found(in: id)
            } : nil
        self.insightFollower = insightFollower
        let publisher = Publisher(hub: hub, onPublished: { insightFollower?.published($0) }) {
            operation, applied, user in
            presence.applied(operation, applied, by: user)
            searchFollower.applied(applied)
            meaningFollower?.applied(applied)
        }
        database.afterCompletions { publisher.flush() }
        let gate = OperationGate(
            database: database, service: OperationService(heads: heads), publisher: publisher,
            limits: OperationLimits(configuration.rateLimits, now: now), now: now)
        var cost = PasswordHasher.Cost()
        cost.rounds = 1 << configuration.passwordCostLog2
        let accounts = AccountService(
            database: database, hasher: PasswordHasher(cost: cost, threads: passwordThreads), now: now,
            sessionEnded: { hub.end($0) })
        let history = HistoryService()
        let cookies = SessionCookies(
            transport: configuration.transport, trustsProxy: configuration.rateLimits.trustsProxy)
        let zones = ZoneBook(database: database, now: now)
        let gateway = LiveGateway(
            accounts: accounts, cookies: cookies, database: database, history: history, gate: gate,
            publisher: publisher, hub: hub,
            presence: presence, zones: zones,
            connectionsPerPerson: configuration.rateLimits.isOn ? configuration.rateLimits.connectionsPerPerson : .max,
            now: now, metrics: metrics, logger: logger)

        let router = Router(context: NexusRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestRecordMiddleware(metrics: metrics))
        router.add(middleware: ErrorResponseMiddleware())
        if let shell { router.add(middleware: WebShellMiddleware(shell: shell)) }
        let accountRoutes = AccountRoutes(
            accounts: accounts, limits: AccountLimits(configuration.rateLimits, now: now), cookies: cookies)
        accountRoutes.addOpen(to: router)
        let authorized = router.group().add(middleware: SessionMiddleware(accounts: accounts, cookies: cookies))
        accountRoutes.addAuthorized(to: authorized)
        MessageRoutes(database: database, history: history, operations: gate, now: now).add(to: authorized)
        ReceiptRoutes(database: database, history: history).add(to: authorized)
        OwnRoutes(database: database).add(to: authorized)
        let blocks = meaning.map { MeaningBlocks(dimension: $0.dimension) }
        SearchRoutes(
            database: database, search: SearchService(), limits: SearchLimits(configuration.rateLimits, now: now),
            meaning: meaning.flatMap { engine in blocks.map { MeaningSearch(engine: engine, blocks: $0) } }, now: now
        ).add(to: authorized)
        InsightRoutes(
            insights: InsightService(
                database: database, serverZone: serverZone, now: now,
                remaining: { insightFollower?.remainingCount ?? 0 }, moved: tellInsights), zones: zones,
            isOn: configuration.languageModel.isOn
        ).add(to: authorized)
        AdministrationRoutes(
            administration: AdministrationService(
                database: database, gate: gate, now: now, sessionEnded: { hub.end($0) })
        ).add(to: authorized)
        LanguageModelRoutes(ledger: LedgerService(database: database, gateway: languageModel)).add(to: authorized)
        AssistantRoutes(
            assistant: AssistantService(
                database: database, meaning: meaning, blocks: blocks, threads: meaningThreads,
                summaries: SummaryService(
                    database: database, blocks: blocks, threads: meaningThreads,
                    writer: SummaryWriter(gateway: languageModel), serverZone: serverZone, now: now),
                writer: AssistantWriter(gateway: languageModel, database: database), now: now,
                changed: { user, conversation in
                    hub.send(SharedFrame(text: ServerFrame.assistant(conversation).json), to: [user])
                }),
            limits: AssistantLimits(configuration.rateLimits, now: now)
        ).add(to: authorized)
        if let media { MediaRoutes(media: media).add(to: authorized) }
        LiveRoute(gateway: gateway, configuration: configuration.transport).add(to: router)
        metrics.register(hub)
        if let meaningFollower { metrics.register(meaningFollower) }
        if let insightFollower { metrics.register(insightFollower) }
        metrics.registry.register(database)
        metrics.registry.registerProcess()
        MonitoringRoutes(
            health: HealthCheck(
                version: NexusVersion.text, database: database, searchesByMeaning: meaning != nil,
                languageModel: languageModel.healthText),
            metrics: metrics.registry
        ).add(to: router)
        router.refuseOtherMethods()

        transport = NexusTransport(
            configuration: configuration.transport, router: router, delegate: gateway, eventLoopGroup: eventLoops,
            logger: logger, onBound: onBound)
    }

    /// The embedding model; nil, and said in the log, where it cannot be used.
    private static func meaning(
        _ configuration: ServerConfiguration, threads: NIOThreadPool, logger: Logger
    ) -> MeaningEngine? {
        if let engine = configuration.meaningEngine { return engine(threads) }
        guard let models = configuration.models else { return nil }
        do {
            return MeaningEngine(try MeaningModel(models), threads: threads)
        } catch {
            logger.warning("search goes by words alone, without the embedding model: \(error)")
            return nil
        }
    }

    /// Serves until it is told to stop, then finishes what was accepted.
    public func run() async throws {
        passwordThreads.start()
        mediaThreads.start()
        let collecting = collector.map { collector in Task { await collector.run() } }
        let outcome: Result<Void, any Error>
        meaningThreads.start()
        let following = Task { [searchFollower] in await searchFollower.run() }
        let embedding = meaningFollower.map { follower in Task(priority: .utility) { await follower.run() } }
        let reading = insightFollower.map { follower in Task(priority: .utility) { await follower.run() } }
        let wording = insightWording.map { wording in Task(priority: .utility) { await wording.run() } }
        do {
            try await transport.run()
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        following.cancel()
        embedding?.cancel()
        reading?.cancel()
        wording?.cancel()
        await reading?.value
        await wording?.value
        await following.value
        await embedding?.value
        collecting?.cancel()
        await collecting?.value
        await presence.finish()
        try await database.close()
        try await passwordThreads.shutdownGracefully()
        try await mediaThreads.shutdownGracefully()
        try await meaningThreads.shutdownGracefully()
        try await eventLoops.shutdownGracefully()
        try outcome.get()
    }
}
