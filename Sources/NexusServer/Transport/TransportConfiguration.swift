import HTTPTypes
import NIOCore
import NexusCore

/// The configuration of the transport, and its limits.
public struct TransportConfiguration: Sendable {
    public var host = "127.0.0.1"
    /// 0 takes any free port.
    public var port = 8480
    /// Origins (`https://chat.example.org`) whose pages may open the live socket, beside the server's own.
    public var allowedOrigins: [String] = []
    /// The only address at which browsers are served; `nil` for any `Host`.
    public var publicAddress: PublicAddress?
    /// The files of the certificate; nil where a proxy terminates TLS, or nothing does.
    public var tls: TLSFiles?
    /// How often those files are looked at. New ones are used once two looks found the same.
    public var tlsInterval = Duration.seconds(5)
    /// The maximum time of a TLS handshake.
    public var handshakeTimeout = TimeAmount.seconds(10)
    public var maximumConnections = 20_000
    /// Connections per address, except live sockets.
    public var connectionsPerAddress = 256
    public var maximumMessageBytes = Limits.frameBytes
    /// No route takes more.
    public var maximumBodyBytes = 1 << 20
    public var maximumHeadBytes = 16 << 10
    /// For connections over HTTP/2.
    public var http2 = HTTP2Limits()
    /// The maximum time until a connection's first request head has arrived and is decided on.
    public var headTimeout = TimeAmount.seconds(10)
    /// The maximum time for a request's body, and over HTTP/2 for a response that the client does not read.
    public var bodyTimeout = TimeAmount.seconds(60)
    /// The maximum idle time of a kept-alive HTTP connection, and the maximum time of a later request's head.
    public var idleTimeout = Duration.seconds(60)
    /// The maximum time for in-flight requests and closing sockets once the server is told to stop.
    public var shutdownTimeout = Duration.seconds(10)
    /// The interval of the sweep over live connections.
    public var sweepInterval = TimeAmount.seconds(5)
    /// Bytes that may wait for one live connection to read them.
    public var pendingBytesLimit = 1 << 20
    /// The message to a connection after frames to it were dropped.
    public var laggedFrame: SharedFrame? = SharedFrame(text: ServerFrame.lagged.json)

    public init() {}

    /// Requests over HTTP/2 at once of one address: twice as many as over HTTP/1.1, since a browser asks for all of a page at once.
    var streamsPerAddress: Int { connectionsPerAddress > .max / 2 ? .max : 2 * connectionsPerAddress }

    func isLivePath(_ path: String?) -> Bool {
        guard let path else { return false }
        return path.prefix { $0 != "?" } == "\(Endpoints.livePath)"
    }

    /// Whether the requesting page, if any, is ours (RFC 6455 §10.2): browsers name it, other clients do not.
    func allowsOrigin(of request: HTTPRequest) -> Bool {
        guard let origin = request.headerFields[.origin]?.lowercased() else { return true }
        if allowedOrigins.contains(where: { $0.lowercased() == origin }) { return true }
        if let publicAddress { return origin == publicAddress.origin }
        guard let authority = request.authority?.lowercased(), !authority.isEmpty else { return false }
        return origin == "https://\(authority)" || !isSecure && origin == "http://\(authority)"
    }
}
