import Hummingbird
import Logging
import NIOCore
import NIOPosix
import NexusCore
import NexusDatabase
import ServiceLifecycle

/// The server, composed of its parts around the database, the gate to the writer and the live socket. A long-lived service; tests compose it
/// with a database in memory and any free port.
public struct NexusApplication: Service, CustomStringConvertible {
    /// What a group of services writes to its log: nothing of the settings, which hold keys.
    public var description: String { "server" }

    /// In the order of composition; closed the other way round.
    private let parts: [any ServerPart]
    private let transport: NexusTransport
    private let polledSockets: PolledSockets
    private let runsServices: Bool
    private let certificates: TLSCertificates?
    private let eventLoops: MultiThreadedEventLoopGroup
    private let logger: Logger

    /// Opens the database and brings its schema up to date.
    ///
    /// - Parameter onBound: called with the port once connections are accepted.
    /// - Throws: `DatabaseError`, `WebFolderError`, `MailSettingsError`, `NatsError`, `PushSettingsError`, `S3SettingsError`, `TLSFilesError`.
    public init(
        _ configuration: ServerConfiguration, logger: Logger, onBound: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws {
        try self.init(configuration, logger: logger, adding: { _ in [] }, onBound: onBound)
    }

    /// - Parameter adding: makes parts that stand after all others, for tests.
    init(
        _ configuration: ServerConfiguration, logger: Logger, adding: (ServerContext) -> [any ServerPart],
        onBound: @escaping @Sendable (Int) -> Void
    ) throws {
        self.logger = logger
        runsServices = configuration.runsServices
        let web = try WebPart(configuration, logger: logger)
        let tls = try TLSPart(configuration.transport, logger: logger)
        certificates = tls.certificates
        let backgroundThreads = NIOThreadPool(numberOfThreads: 1)
        let context = try ServerContext(
            configuration, background: BackgroundThreads(backgroundThreads), logger: logger)
        eventLoops = context.eventLoops
        let mail = try MailPart(context)
        let accounts = AccountsPart(context, mail)
        let passkeys = PasskeysPart(context, accounts)
        let languageModel = LanguageModelPart(context)
        let search = SearchPart(context)
        let insights = InsightsPart(context, languageModel, search)
        let presence = PresencePart(context)
        let notifications = try NotificationsPart(context, mail)
        let media = try MediaPart(context)
        let nodes = NodesPart(context)
        // One line each. Later parts may use earlier ones, and are closed before them.
        let parts: [any ServerPart] =
            [
                EventLoopsPart(context),
                StoragePart(context),
                nodes,
                BusPart(context),
                FollowersPart(context, threads: backgroundThreads),
                web,
                tls,
                accounts,
                mail,
                SetupPart(context, accounts),
                InvitationsPart(context, accounts, mail),
                passkeys,
                CredentialsPart(context, accounts, passkeys, mail),
                LeavingPart(context, accounts, mail),
                try ExportPart(context),
                RetentionPart(context),
                BackupPart(context),
                media,
                ProvidersPart(context, accounts, passkeys, media),
                ConversationsPart(context),
                notifications,
                presence,
                search,
                insights,
                RemindersPart(context, insights, notifications),
                ModerationPart(context),
                languageModel,
                AssistantPart(context, search, insights, languageModel),
            ] + adding(context)
        self.parts = parts
        nodes.tell { for part in parts { part.othersWrote() } }
        nodes.tellAlways { [presence = presence.presence] in presence.othersWrote() }

        let projections = Projections(parts.flatMap(\.projections))
        if configuration.followsChanges { for projection in projections.all { context.followers.add(projection) } }
        let (gate, publisher) = NexusApplication.gate(
            context, projections,
            insights: OperationService.Insights(zone: insights.serverZone, isOn: configuration.languageModel.isOn),
            observers: parts.compactMap(\.onApplied),
            onMembers: { [presence = presence.presence] in presence.published($0) })
        context.nodes.onChange { [presence = presence.presence] in presence.foreign($0) }
        let metrics = ServerMetrics()
        let gateway = LiveGateway(
            accounts: accounts.accounts, cookies: accounts.cookies, database: context.database,
            history: context.history, gate: gate, publisher: publisher, nodes: context.nodes,
            presence: presence.presence,
            zones: insights.zones, hasAI: configuration.languageModel.isOn,
            connectionsPerPerson: configuration.rateLimits.isOn ? configuration.rateLimits.connectionsPerPerson : .max,
            now: configuration.now, metrics: metrics, logger: logger)
        let health = HealthCheck(
            version: NexusVersion.text, database: context.database, isPostgres: configuration.database.isPostgres,
            media: configuration.media.folder,
            searchesByMeaning: search.meaning != nil, languageModel: languageModel.gateway.healthText,
            parts: { parts.flatMap(\.health) })
        var limits = configuration.transport
        // Behind a proxy all connections come from its address.
        if !configuration.rateLimits.isOn || configuration.rateLimits.trustsProxy {
            limits.connectionsPerAddress = .max
        }
        polledSockets = PolledSockets(configuration: limits, delegate: gateway)
        let router = NexusApplication.router(
            parts, context, sessions: SessionMiddleware(accounts: accounts.accounts, cookies: accounts.cookies),
            gate: gate, gateway: gateway, polledSockets: polledSockets, health: health, metrics: metrics)

        transport = NexusTransport(
            configuration: limits, router: router, delegate: gateway, certificates: tls.certificates,
            eventLoopGroup: context.eventLoops, logger: logger, onBound: onBound)
        metrics.register(context.hub)
        metrics.register(polledSockets)
        metrics.register(transport.connections)
    }

    /// The way into the writer, and what tells of what it changed.
    private static func gate(
        _ context: ServerContext, _ projections: Projections, insights: OperationService.Insights,
        observers: [OperationObserver], onMembers: @escaping @Sendable (Publication) -> Void
    ) -> (OperationGate, Publisher) {
        let heads = ConversationHeads()
        context.database.beforeCommit { try heads.writeHeads($0) }
        let nodes = context.nodes
        let toNodes: @Sendable (Publication, [UInt8]) -> Void = { nodes.published($0, $1) }
        let publisher = Publisher(
            hub: context.hub, checkThread: { [database = context.database] in database.preconditionOnWriter() },
            onPublished: { [followers = context.followers, leadership = context.leadership] in
                // Those of the node that leads see it in the database, as they do after a start.
                if leadership.isLeading { followers.published($0) }
            },
            onMembers: onMembers, onEach: nodes.isOn ? toNodes : nil, onOwn: { user, json in nodes.told(json, [user]) }
        ) { operation, applied, user in
            for observer in observers { observer(operation, applied, user) }
        }
        context.database.afterOthers { [leadership = context.leadership] transaction, others in
            let notes = others.read
            heads.take(notes, in: transaction)
            leadership.take(notes, in: transaction)
        }
        // Where there are other nodes, it is they who write, too: the look at them counts.
        let counts = context.database.node == nil
        context.database.afterCompletions { [epoch = context.epoch] in
            publisher.flush()
            if counts { epoch.committed(heads.changes) }
        }
        let gate = OperationGate(
            database: context.database,
            service: OperationService(heads: heads, projections: projections, insights: insights),
            publisher: publisher, limit: .operations(context.rateLimits, now: context.now), now: context.now)
        return (gate, publisher)
    }

    /// All routes: those of the parts, the live socket's, and what an operator asks.
    private static func router(
        _ parts: [any ServerPart], _ context: ServerContext, sessions: SessionMiddleware, gate: OperationGate,
        gateway: LiveGateway, polledSockets: PolledSockets, health: HealthCheck, metrics: ServerMetrics
    ) -> Router<NexusRequestContext> {
        let router = Router(context: NexusRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestRecordMiddleware(metrics: metrics))
        if context.configuration.transport.isSecure {
            router.add(middleware: StrictTransportMiddleware(configuration: context.configuration.transport))
        }
        router.add(middleware: ErrorResponseMiddleware())
        let reads = ReadLimitMiddleware(limit: .reads(context.rateLimits, now: context.now))
        let enrolling = router.group().add(middleware: sessions)
        let signedIn = enrolling.group().add(middleware: SecondFactorMiddleware())
        let authorized = signedIn.group().add(middleware: reads)
        let registration = Registration(
            open: router, enrolling: enrolling.group().add(middleware: reads), signedIn: signedIn,
            authorized: authorized,
            proved: authorized.group().add(middleware: FreshProofMiddleware(now: context.now)),
            metrics: metrics.registry, gate: gate)
        for part in parts { part.register(in: registration) }
        let liveRoute = LiveRoute(gateway: gateway, configuration: context.configuration.transport)
        liveRoute.add(to: router)
        liveRoute.addAuthorized(to: signedIn)
        PolledRoutes(
            gateway: gateway, hub: context.hub, sockets: polledSockets,
            limit: .polls(context.rateLimits, now: context.now)
        ).add(to: signedIn)
        MonitoringRoutes(health: health, metrics: metrics.registry).add(to: router)
        router.refuseOtherMethods()
        return router
    }

    /// Reads the TLS files at once, in place of waiting for the next look; from other paths if any are given. Without TLS a no-op.
    public func reloadCertificate(_ files: TLSFiles? = nil) { certificates?.reload(files) }

    /// Returns once every event loop has run what was asked of it: a server that hangs does not return.
    public func respond() async throws { try await eventLoops.respond() }

    /// Serves until it is told to stop, then finishes accepted work and closes every part.
    ///
    /// - Throws: What ended it, else `ShutdownError`.
    public func run() async throws {
        var failure: (any Error)?
        do {
            for part in parts { try await part.start() }
            // The connections are the last services, hence the first to end; those over requests, so that none is held.
            let services = (runsServices ? parts.flatMap(\.services) : []) + [transport, polledSockets]
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: services.map {
                        .init(
                            service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
                            failureTerminationBehavior: .gracefullyShutdownGroup, serviceName: "\(type(of: $0))")
                    }, logger: logger))
            try await group.run()
        } catch {
            failure = error
        }
        do {
            try await ServerShutdown.close(parts, logger: logger)
        } catch {
            failure = failure ?? error
        }
        if let failure { throw failure }
    }
}
