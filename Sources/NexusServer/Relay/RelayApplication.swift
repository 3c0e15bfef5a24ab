import AsyncHTTPClient
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import NexusCore
import NexusDatabase
import ServiceLifecycle

/// A push relay: it holds the keys of a published app, and hands on what the servers of teams have encrypted for their devices.
public struct RelayApplication: Service, CustomStringConvertible {
    /// What a group of services writes to its log: nothing of the settings, which hold keys.
    public var description: String { "relay" }

    private let database: SQLDatabase
    private let client: HTTPClient
    private let eventLoops: MultiThreadedEventLoopGroup
    private let transport: NexusTransport
    private let tls: TLSPart
    private let logger: Logger

    /// Opens the database of servers.
    ///
    /// - Parameter onBound: called with the port once connections are accepted.
    /// - Throws: `DatabaseError`, `PushSettingsError`, `TLSFilesError`.
    public init(
        _ configuration: RelayConfiguration, logger: Logger, onBound: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws {
        self.logger = logger
        let roots = try configuration.push.certificates()
        let tls = try TLSPart(configuration.transport, logger: logger)
        self.tls = tls
        let database = try SQLDatabase(
            configuration.database, migrations: RelayServerRepository.migrations, logger: logger)
        self.database = database
        eventLoops = MultiThreadedEventLoopGroup(
            numberOfThreads: configuration.eventLoopThreads > 0 ? configuration.eventLoopThreads : System.coreCount)
        client = HTTPClient(
            eventLoopGroup: eventLoops, configuration: .push(roots: roots, patience: configuration.push.patience))
        let delivery = RelayDelivery(
            configuration.push, post: PushPost(client: client, patience: configuration.push.patience),
            now: configuration.now, logger: logger)
        let relay = RelayService(configuration, database: database, delivery: delivery)
        let metrics = ServerMetrics()
        metrics.registry.register(database)
        metrics.registry.registerProcess()
        relay.counters.register(in: metrics.registry)
        tls.register(in: metrics.registry)

        let router = Router(context: NexusRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestRecordMiddleware(metrics: metrics))
        if configuration.transport.isSecure {
            router.add(middleware: StrictTransportMiddleware(configuration: configuration.transport))
        }
        router.add(middleware: ErrorResponseMiddleware())
        RelayRoutes(relay: relay, trustsProxy: configuration.trustsProxy).add(to: router)
        let health = HealthCheck(
            version: NexusVersion.text, database: database, parts: { delivery.health + tls.health })
        MonitoringRoutes(health: health, metrics: metrics.registry).add(to: router)
        router.refuseOtherMethods()

        var limits = configuration.transport
        // Behind a proxy all connections come from its address.
        if configuration.trustsProxy { limits.connectionsPerAddress = .max }
        transport = NexusTransport(
            configuration: limits, router: router, delegate: NoLiveSockets(), certificates: tls.certificates,
            eventLoopGroup: eventLoops, logger: logger, onBound: onBound)
        metrics.register(transport.connections)
    }

    /// Reads the TLS files at once, in place of waiting for the next look; from other paths if any are given. Without TLS a no-op.
    public func reloadCertificate(_ files: TLSFiles? = nil) { tls.certificates?.reload(files) }

    /// Returns once every event loop has run what was asked of it: a program that hangs does not return.
    public func respond() async throws { try await eventLoops.respond() }

    /// Serves until it is told to stop, and finishes what it accepted.
    public func run() async throws {
        var failure: (any Error)?
        do {
            let monitor = BackgroundService("storage monitor") { [database, logger] in
                await StorageMonitor(database: database, logger: logger).run()
            }
            // The connections are the last service, hence the first to end.
            let services: [any Service] = [monitor] + tls.services + [transport]
            try await ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: services.map {
                        .init(
                            service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
                            failureTerminationBehavior: .gracefullyShutdownGroup, serviceName: "\(type(of: $0))")
                    }, logger: logger)
            ).run()
        } catch {
            failure = error
        }
        // Not undone where the task is cancelled.
        let closing = await Task { [database, client, eventLoops] in
            try? await client.shutdown()
            let closed = await Result { try await database.close() }
            try? await eventLoops.shutdownGracefully()
            return closed
        }.value
        if let failure { throw failure }
        try closing.get()
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
