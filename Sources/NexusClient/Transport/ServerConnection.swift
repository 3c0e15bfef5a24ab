import NIOCore
import NIOPosix
import NIOSSL

#if canImport(Network)
    import Network
    import NIOTransportServices
#endif

/// Opens connections to servers: by Network.framework on Apple's systems, so that VPNs, constrained networks and the switch between Wi-Fi and
/// cellular are the system's, and by sockets elsewhere. TLS is the system's there, and BoringSSL's here.
enum ServerConnection {
    private static let trust = Result { try NIOSSLContext(configuration: TrustedRoots.configuration) }

    /// The threads of connections.
    static var group: any EventLoopGroup {
        #if canImport(Network)
            NIOTSEventLoopGroup.singleton
        #else
            MultiThreadedEventLoopGroup.singleton
        #endif
    }

    /// Connects, over TLS if the server's address is https.
    ///
    /// - Parameter initialize: sets the connection up; called on its event loop.
    static func open<Output: Sendable>(
        _ server: ServerAddress, group: any EventLoopGroup, timeout: TimeAmount,
        _ initialize: @escaping @Sendable (any Channel) -> EventLoopFuture<Output>
    ) async throws -> Output {
        #if canImport(Network)
            if let bootstrap = NIOTSConnectionBootstrap(validatingGroup: group) {
                let tcp = NWProtocolTCP.Options()
                tcp.enableKeepalive = true
                tcp.noDelay = true
                var system = bootstrap.connectTimeout(timeout).tcpOptions(tcp)
                if server.isSecure { system = system.tlsOptions(NWProtocolTLS.Options()) }
                return try await system.connect(
                    host: server.socketHost, port: server.port, channelInitializer: initialize)
            }
        #endif
        let tls = server.isSecure ? try trust.get() : nil
        return try await ClientBootstrap(group: group)
            .connectTimeout(timeout)
            .channelOption(.socketOption(.so_keepalive), value: 1)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(host: server.socketHost, port: server.port) { channel in
                guard let tls else { return initialize(channel) }
                do {
                    try secure(channel, with: tls, host: server.socketHost)
                } catch {
                    return channel.eventLoop.makeFailedFuture(error)
                }
                return initialize(channel)
            }
    }

    private static func secure(_ channel: any Channel, with context: NIOSSLContext, host: String) throws {
        // An IP address is not a server name (RFC 6066 §3).
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        try channel.pipeline.syncOperations.addHandler(
            try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host))
    }
}
