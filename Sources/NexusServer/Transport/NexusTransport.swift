import Hummingbird
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
        let (requests, source) = AsyncStream.makeStream(of: HTTPArrival.self)
        let http = HTTPConnections(router: responder, configuration: configuration, logger: logger)
        let listening = try await listen(
            LiveServerChannel(
                http: http, configuration: configuration, delegate: delegate,
                registries: LiveRegistries(interval: configuration.sweepInterval, delegate: delegate),
                connections: connections, certificates: certificates, logger: logger,
                onHTTP: { source.yield(HTTPArrival($0)) }))
        listening.closeFuture.whenComplete { [connections] _ in
            for channel in connections.end({ source.finish() }) {
                channel.eventLoop.execute {
                    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
                }
            }
        }
        onBound(listening.localAddress?.port ?? configuration.port)
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { [logger] in
                await withDiscardingTaskGroup { serving in
                    for await arrival in requests {
                        guard let channel = arrival.take() else { continue }
                        serving.addTask { await http.handle(value: channel, logger: logger) }
                    }
                }
            }
            tasks.addTask { [configuration] in
                // Throws if it is cut off in place of that.
                try? await gracefulShutdown()
                listening.close(promise: nil)
                try? await Task.sleep(for: configuration.shutdownTimeout)
            }
            // Either all connections have finished, or the time is up: cut off the rest.
            await tasks.next()
            tasks.cancelAll()
            for channel in connections.open { channel.close(promise: nil) }
        }
    }

    private func listen(_ child: LiveServerChannel) async throws -> any Channel {
        try await ServerBootstrap(group: eventLoopGroup)
            .serverChannelOption(.backlog, value: 4_096)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { [connections, logger] channel in
                channel.eventLoop.makeCompletedFuture {
                    // Without it one error of accepting would end the server.
                    try channel.pipeline.syncOperations.addHandler(ConnectionGate(table: connections, logger: logger))
                }
            }
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try child.setUp(channel) }
            }
            .bind(host: configuration.host, port: configuration.port).get()
    }
}
