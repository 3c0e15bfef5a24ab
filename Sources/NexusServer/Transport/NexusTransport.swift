import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The server's listening end: HTTP through a router, and the live socket. A long-lived service.
public struct NexusTransport: Service {
    let configuration: TransportConfiguration
    let responder: RouterResponder<NexusRequestContext>
    let delegate: any LiveDelegate
    let eventLoopGroup: any EventLoopGroup
    let logger: Logger
    let onBound: @Sendable (Int) -> Void
    let connections: ConnectionTable
    private let certificates: TLSCertificates?

    /// - Parameters:
    ///   - certificates: for connections over TLS; nil for plain ones.
    ///   - onBound: called with the port once connections are accepted.
    public init(
        configuration: TransportConfiguration, router: Router<NexusRequestContext>, delegate: any LiveDelegate,
        certificates: TLSCertificates? = nil, eventLoopGroup: any EventLoopGroup, logger: Logger,
        onBound: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.certificates = certificates
        self.configuration = configuration
        responder = router.buildResponder()
        self.delegate = delegate
        self.eventLoopGroup = eventLoopGroup
        self.logger = logger
        self.onBound = onBound
        connections = ConnectionTable(
            limit: configuration.maximumConnections, perAddress: configuration.connectionsPerAddress)
    }

    public func run() async throws {
        let registries = LiveRegistries(interval: configuration.sweepInterval, delegate: delegate)
        let application = Application(
            responder: responder,
            server: HTTPServerBuilder { [configuration, delegate, connections, certificates] responder in
                LiveServerChannel(
                    responder: responder, configuration: configuration, delegate: delegate, registries: registries,
                    connections: connections, certificates: certificates)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), backlog: 4_096),
            onServerRunning: { [onBound, configuration, logger, connections] channel in
                // Without it one error of accepting would end the server.
                try? await channel.eventLoop.submit {
                    // One at a time, so that the limit is exact.
                    try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
                    try channel.pipeline.syncOperations.addHandler(
                        ConnectionGate(table: connections, logger: logger), position: .first)
                }.get()
                onBound(channel.localAddress?.port ?? configuration.port)
            },
            eventLoopGroupProvider: .shared(eventLoopGroup), logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await application.run() }
            tasks.addTask { [configuration] in
                try await gracefulShutdown()
                try await Task.sleep(for: configuration.shutdownTimeout)
            }
            // Either all connections have finished, or the time is up: cancelling cuts off the rest.
            try await tasks.next()
            tasks.cancelAll()
            do {
                try await tasks.waitForAll()
            } catch is CancellationError {
                return
            }
        }
    }
}
