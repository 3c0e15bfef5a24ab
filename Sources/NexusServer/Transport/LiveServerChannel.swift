import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1

/// Sets up the connections of a server: as what they are is known by their first request, HTTP or the upgrade of one path to a
/// WebSocket.
///
/// Until then a connection has a decoder and one handler. An upgraded one keeps only `LiveChannelHandler`, without
/// HTTP, task and timer, so that an idle user costs little.
final class LiveServerChannel: Sendable {
    /// The maximum bytes buffered by the HTTP decoder: more than it needs for a request within the limits.
    private static let decoderBytes = 256 << 10

    let configuration: TransportConfiguration
    let connections: ConnectionTable
    /// The requests over HTTP/2 of each address.
    let streams: StreamTable
    private let http: HTTPConnections
    private let delegate: any LiveDelegate
    private let registries: LiveRegistries
    /// For connections over TLS; nil for plain ones.
    private let certificates: TLSCertificates?
    private let logger: Logger
    /// Called with each connection that turns out to be HTTP, and each request over HTTP/2.
    let onHTTP: @Sendable (HTTPConnections.Value) -> Void

    init(
        http: HTTPConnections, configuration: TransportConfiguration, delegate: any LiveDelegate,
        registries: LiveRegistries, connections: ConnectionTable, certificates: TLSCertificates?, logger: Logger,
        onHTTP: @escaping @Sendable (HTTPConnections.Value) -> Void
    ) {
        self.http = http
        self.configuration = configuration
        self.delegate = delegate
        self.registries = registries
        self.connections = connections
        streams = StreamTable(limit: configuration.streamsPerAddress)
        self.certificates = certificates
        self.logger = logger
        self.onHTTP = onHTTP
    }

    /// Called on the event loop of an accepted connection.
    func setUp(_ channel: any Channel) throws {
        if let options = channel.syncOptions {
            try options.setOption(.allowRemoteHalfClosure, value: true)
            try options.setOption(.tcpOption(.tcp_nodelay), value: 1)
            try options.setOption(
                .writeBufferWaterMark,
                value: ChannelOptions.Types.WriteBufferWaterMark(
                    low: configuration.pendingBytesLimit / 16, high: configuration.pendingBytesLimit))
            try options.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1_024, maximum: 65_536))
        }
        if let certificates {
            try TLSGreeting.add(to: channel, context: certificates.context, limit: configuration.handshakeTimeout) {
                if $1 == LiveServerChannel.http2 { try self.becomeHTTP2($0) } else { try self.awaitRequest($0) }
            }
        } else {
            try awaitRequest(channel)
        }
    }

    private func awaitRequest(_ channel: any Channel) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderListSize = configuration.maximumHeadBytes
        limits.maxHeaderFieldSize = configuration.maximumHeadBytes
        let decoder = ByteToMessageHandler(
            HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits),
            maximumBufferSize: LiveServerChannel.decoderBytes)
        let operations = channel.pipeline.syncOperations
        try operations.addHandler(decoder)
        try operations.addHandler(FirstRequestHandler(self, decoder: decoder))
    }

    // MARK: The first request

    /// Whether a request is for the live socket at all.
    func isForLive(_ request: HTTPRequest) -> Bool {
        configuration.isLivePath(request.path) && configuration.allowsOrigin(of: request)
    }

    /// Whether a request's `Host` is served.
    func isForThisHost(_ head: HTTPRequestHead) -> Bool {
        HostRule.refusal(of: head, publicAddress: configuration.publicAddress) == nil
    }

    /// Decides on the live socket. Called on the event loop.
    func authorize(_ request: HTTPRequest, _ channel: any Channel) -> EventLoopFuture<LiveDecision> {
        connections.begins(channel)
        return delegate.authorize(request, remoteAddress: channel.remoteAddress, on: channel.eventLoop)
    }

    /// Adds what HTTP needs behind the handlers of the first request. Called on the event loop.
    func becomeHTTP(_ channel: any Channel) throws {
        let operations = channel.pipeline.syncOperations
        try operations.addHandler(HTTPResponseEncoder())
        try operations.addHandler(RequestGuard(configuration, connections: connections))
        onHTTP(try http.wrap(channel, logger: logger))
    }

    /// Adds what the live socket needs, once the answer to the upgrade is written. Called on the event loop.
    func becomeLive(_ channel: any Channel, _ accepted: any Sendable) throws {
        connections.becomesLive(channel)
        try channel.pipeline.syncOperations.addHandler(
            LiveChannelHandler(
                accepted: accepted, delegate: delegate, registry: registries.registry(of: channel.eventLoop),
                maximumMessageBytes: configuration.maximumMessageBytes,
                pendingBytesLimit: configuration.pendingBytesLimit, lagged: configuration.laggedFrame))
    }
}
