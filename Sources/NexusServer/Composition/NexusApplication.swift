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
    private let epoch: DatabaseEpoch
    private let transport: NexusTransport
    private let presence: PresenceService
    private let followers: Followers
    private let passwordThreads: NIOThreadPool
    private let meaningThreads: NIOThreadPool
    private let embeddingThreads: NIOThreadPool
    private let backgroundThreads: NIOThreadPool
    private let mediaThreads: NIOThreadPool
    private let decodingThreads: NIOThreadPool
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
        let (database, epoch) = try DatabaseEpoch.open(configuration.database, logger: logger, now: now)
        self.database = database
        self.epoch = epoch
        eventLoops = MultiThreadedEventLoopGroup(
            numberOfThreads: configuration.eventLoopThreads > 0 ? configuration.eventLoopThreads : System.coreCount)
        passwordThreads = NIOThreadPool(numberOfThreads: 2)
        meaningThreads = NIOThreadPool(numberOfThreads: 1)
        // Of least priority: one that embeds what is posted, and one for all other projections.
        embeddingThreads = NIOThreadPool(numberOfThreads: 1)
        backgroundThreads = NIOThreadPool(numberOfThreads: 1)
        mediaThreads = NIOThreadPool(numberOfThreads: configuration.media.fileThreads)
        decodingThreads = NIOThreadPool(numberOfThreads: configuration.media.threads)
        let media = try configuration.media.folder.map { [mediaThreads, decodingThreads] path in
            MediaService(
                database: database, folder: try MediaFolder(path), threads: MediaThreads(mediaThreads),
                decoding: MediaThreads(decodingThreads), settings: configuration.media, now: now)
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
        let meaning = Self.meaning(configuration, threads: meaningThreads, logger: logger)
        let serverZone = InsightZone(
            name: configuration.zone.identifier, zone: WritingZone(configuration.zone), isServers: true)
        logger.info(
            "dates are read in the writer's zone; where a device has not told it, in \(serverZone.name), the server's")
        let tellInsights = { @Sendable (id: ConversationID, members: [UserID]) in
            hub.send(SharedFrame(text: ServerFrame.insights(id).json), to: members)
        }
        let languageModel = LanguageModelGateway(
            database: database, settings: configuration.languageModel, now: now, logger: logger)
        let background = BackgroundThreads(backgroundThreads)
        let followers = Followers {
            Follower(
                $0, database: database, settling: configuration.settling, threads: background, now: now, logger: logger)
        }
        self.followers = followers
        let wording =
            languageModel.modelName == nil
            ? nil : followers.add(WordingProjection(gateway: languageModel, now: now, moved: tellInsights))
        // What follows the changes of messages: one line each.
        let projections = Projections([
            SearchProjection(),
            MeaningProjection(engine: meaning?.inBackground(on: embeddingThreads)),
            InsightProjection(zone: serverZone, isOn: configuration.languageModel.isOn) { id, members in
                tellInsights(id, members)
                wording?.note(id)
            },
        ])
        if configuration.followsChanges { for projection in projections.all { followers.add(projection) } }
        let publisher = Publisher(hub: hub, onPublished: { followers.published($0.change) }) {
            operation, applied, user in
            presence.applied(operation, applied, by: user)
        }
        database.afterCompletions {
            publisher.flush()
            epoch.committed(heads.changes)
        }
        let gate = OperationGate(
            database: database, service: OperationService(heads: heads, projections: projections),
            publisher: publisher,
            limits: OperationLimits(configuration.rateLimits, now: now), now: now)
        var cost = PasswordHasher.Cost()
        cost.rounds = 1 << configuration.passwordCostLog2
        let accounts = AccountService(
            database: database, hasher: PasswordHasher(cost: cost, threads: passwordThreads), now: now,
            sessionEnded: { hub.end($0) },
            sessionRefreshed: { hub.refreshed($0, of: $1, at: now()) })
        let history = HistoryService(epoch: epoch.id)
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
            accounts: accounts, limits: AccountLimits(configuration.rateLimits, now: now),
            peopleLimits: PeopleLimits(configuration.rateLimits, now: now), cookies: cookies)
        accountRoutes.addOpen(to: router)
        let signedIn = router.group().add(middleware: SessionMiddleware(accounts: accounts, cookies: cookies))
        let authorized = signedIn.group().add(
            middleware: ReadLimitMiddleware(limits: ReadLimits(configuration.rateLimits, now: now)))
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
                remaining: { followers.remainingCount(of: "insights") }, moved: tellInsights), zones: zones,
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
        if let media {
            MediaRoutes(media: media, limits: MediaLimits(configuration.rateLimits, now: now)).add(to: signedIn)
        }
        let liveRoute = LiveRoute(gateway: gateway, configuration: configuration.transport)
        liveRoute.add(to: router)
        liveRoute.addAuthorized(to: signedIn)
        metrics.register(hub)
        followers.register(in: metrics.registry)
        metrics.registry.register(database)
        metrics.registry.registerProcess()
        MonitoringRoutes(
            health: HealthCheck(
                version: NexusVersion.text, database: database, media: configuration.media.folder,
                searchesByMeaning: meaning != nil, languageModel: languageModel.healthText,
                parts: { followers.health }),
            metrics: metrics.registry
        ).add(to: router)
        router.refuseOtherMethods()

        var limits = configuration.transport
        // Behind a proxy everybody comes from its address.
        if !configuration.rateLimits.isOn || configuration.rateLimits.trustsProxy {
            limits.connectionsPerAddress = .max
        }
        transport = NexusTransport(
            configuration: limits, router: router, delegate: gateway, eventLoopGroup: eventLoops,
            logger: logger, onBound: onBound)
        metrics.register(transport.connections)
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
        decodingThreads.start()
        let collecting = collector.map { collector in Task { await collector.run() } }
        let outcome: Result<Void, any Error>
        meaningThreads.start()
        embeddingThreads.start()
        backgroundThreads.start()
        let monitoring = Task { [database, logger] in await StorageMonitor(database: database, logger: logger).run() }
        let following = Task(priority: .utility) { [followers] in await followers.run() }
        do {
            try await transport.run()
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        monitoring.cancel()
        following.cancel()
        await following.value
        await monitoring.value
        collecting?.cancel()
        await collecting?.value
        await presence.finish()
        try await database.close()
        epoch.close()
        try await passwordThreads.shutdownGracefully()
        try await mediaThreads.shutdownGracefully()
        try await decodingThreads.shutdownGracefully()
        try await meaningThreads.shutdownGracefully()
        try await embeddingThreads.shutdownGracefully()
        try await backgroundThreads.shutdownGracefully()
        try await eventLoops.shutdownGracefully()
        try outcome.get()
    }
}
