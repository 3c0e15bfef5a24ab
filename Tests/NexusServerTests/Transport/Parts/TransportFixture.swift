import Hummingbird
import Logging
import NIOCore
import NIOPosix
import NexusCore
import NexusTestSupport
import ServiceLifecycle
import Testing

@testable import NexusServer

/// A transport on a free port, with a few routes and a recording delegate.
struct TransportFixture: Sendable {
    let port: Int
    let delegate: RecordingDelegate
    private let group: ServiceGroup
    private let running: Task<Void, any Error>

    /// Runs a transport during `body`, over TLS if there are certificates.
    static func serve<T: Sendable>(
        delegate: RecordingDelegate = RecordingDelegate(), certificates: CertificateFolder? = nil,
        configure: (inout TransportConfiguration) -> Void = { _ in },
        routes: (Router<NexusRequestContext>) -> Void = { _ in },
        _ body: @Sendable (TransportFixture) async throws -> T
    ) async throws -> T {
        var configuration = TransportConfiguration()
        configuration.port = 0
        configuration.waitForTests()
        configuration.tls = certificates?.files
        configure(&configuration)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        let transport = NexusTransport(
            configuration: configuration, router: router(routes), delegate: delegate,
            certificates: try certificates.map { try TLSCertificates($0.files, logger: logger) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger, onBound: { bound.yield($0) })
        let group = ServiceGroup(services: [transport], logger: logger)
        let running = Task {
            defer { bound.finish() }
            try await group.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await running.value
            throw ChannelError.inappropriateOperationForState
        }
        let result: Result<T, any Error>
        do {
            result = .success(
                try await body(TransportFixture(port: port, delegate: delegate, group: group, running: running)))
        } catch {
            result = .failure(error)
        }
        running.cancel()
        try? await running.value
        return try result.get()
    }

    private static func router(_ routes: (Router<NexusRequestContext>) -> Void) -> Router<NexusRequestContext> {
        let router = Router(context: NexusRequestContext.self)
        router.add(middleware: ErrorResponseMiddleware())
        router.get("/hello") { _, _ in "hello" }
        router.post("/size") { request, _ in
            String(try await request.body.collect(upTo: 1 << 20).readableBytes)
        }
        router.get("/v1/live") { _, _ -> Response in throw Refusal(.notSignedIn, "no") }
        routes(router)
        return router
    }

    func stopGracefully() async { await group.triggerGracefulShutdown() }

    /// Returns once it has stopped.
    func ended() async throws { try await running.value }

    func connect(receiveBuffer: Int? = nil) async throws -> RawSocket {
        try await RawSocket.connect(port: port, receiveBuffer: receiveBuffer)
    }

    /// A client's request to upgrade (RFC 6455 §4.1), with the key of the RFC's example.
    static func upgrade(
        path: String = "/v1/live", host: String = "nexus.example", headers: [(String, String)] = []
    ) -> String {
        let all =
            [
                ("Host", host), ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
                ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ] + headers
        return "GET \(path) HTTP/1.1\r\n" + all.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
    }

    /// A socket that has been upgraded.
    func live(receiveBuffer: Int? = nil) async throws -> RawSocket {
        let socket = try await connect(receiveBuffer: receiveBuffer)
        try await socket.send(TransportFixture.upgrade())
        let answer = try await socket.response()
        guard answer.head.hasPrefix("HTTP/1.1 101 ") else { throw EndOfStream(unread: Array(answer.head.utf8)) }
        return socket
    }

    /// A live socket and the server's end of it.
    func livePair(receiveBuffer: Int? = nil) async throws -> (RawSocket, LiveConnection) {
        let before = delegate.current.opened.count
        let socket = try await live(receiveBuffer: receiveBuffer)
        try await eventually("opened") { delegate.current.opened.count > before }
        return (socket, delegate.current.opened[before])
    }
}
