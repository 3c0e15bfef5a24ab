import Foundation
import NIOCore
import NIOPosix
import NexusCore
import NexusServer
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusBench

@Suite("The server with few file descriptors", .serialized)
struct DescriptorTests {
    @Test(
        "signs in and takes an upload despite more idle sockets than its limit, keeps a small log, and recovers afterwards"
    )
    func flooded() async throws {
        Processor.raiseFileLimit()
        let server = try ServerProcess()
        try server.start(under: "ulimit -n 192")
        let account = SignUpRequest(email: "ada@example.org", password: "correct horse", name: "Ada", device: "test")
        #expect(try await server.post("/v1/accounts", account.json).status == 200)

        let flood = Flood(port: server.port)
        try await flood.open(600)
        try await eventually("surplus connections are closed", within: .seconds(60)) { flood.closedCount > 100 }

        let signIn = SignInRequest(email: "ada@example.org", password: "correct horse", device: "test").json
        var token = ""
        try await eventually("a sign-in gets through", within: .seconds(60)) {
            guard let answer = try? await server.post("/v1/sessions", signIn), answer.status == 200 else {
                return false
            }
            token = try SignedIn.decode(answer.body).accessToken
            return true
        }
        let file = UploadRequest(
            id: MediaID(high: 0x7000, low: 1 << 63 | 1), name: "notes.txt", bytes: 5, type: "text/plain")
        for (method, path, body) in [
            ("POST", "/v1/media", file.json), ("PATCH", "/v1/media/\(file.id)/upload?offset=0", Array("hello".utf8)),
            ("POST", "/v1/media/\(file.id)/finish", Array("{}".utf8)),
        ] {
            var status = 0
            try await eventually("the request is answered", within: .seconds(60)) {
                status = (try? await server.send(method, path, body, token: token).status) ?? 0
                return status != 0
            }
            // A part whose response was lost with its connection has arrived.
            #expect(status == 200 || method == "PATCH" && status == 409, "\(method) \(path)")
        }
        let metrics = String(decoding: try await eventualBody(of: "/metrics", server), as: UTF8.self)
        #expect(metrics.contains("nexus_connections_closed_idle_total"))
        #expect(server.isRunning)
        #expect(server.log.utf8.count < 64 << 10, "the log grew by \(server.log.utf8.count) bytes")
        #expect(server.log.contains("connections are at their limit"))

        await flood.close()
        try await eventually("the server is healthy", within: .seconds(60)) {
            (try? await server.get("/health").status) == 200
        }
        for _ in 0..<20 { #expect(try await server.get("/health").status == 200) }
        #expect(server.terminate() == 0)
    }

    @Test("raises its limit to the system's maximum, and serves more connections than it was started with")
    func raises() async throws {
        Processor.raiseFileLimit()
        let server = try ServerProcess()
        try server.start(under: "ulimit -Sn 128 && ulimit -Hn 512")
        let flood = Flood(port: server.port)
        try await flood.open(300)
        #expect(try await server.get("/health").status == 200)
        #expect(flood.closedCount == 0)
        await flood.close()
        #expect(server.terminate() == 0)
    }

    @Test("reports why it does not start with too few file descriptors")
    func tooFew() async throws {
        let server = try ServerProcess()
        #expect(throws: BenchFailure.self) { try server.start(under: "ulimit -n 64") }
        try await eventually("the log names the limit", within: .seconds(60)) { server.log.contains("ulimit -n") }
    }

    private func eventualBody(of path: String, _ server: ServerProcess) async throws -> [UInt8] {
        var body: [UInt8] = []
        try await eventually("the page is answered", within: .seconds(60)) {
            guard let answer = try? await server.get(path), answer.status == 200 else { return false }
            body = answer.body
            return true
        }
        return body
    }
}

/// Sockets that stay silent.
private final class Flood: Sendable {
    private let port: Int
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let channels = Mutex<[any Channel]>([])
    private let closed = Atomic(0)

    init(port: Int) { self.port = port }

    /// The number closed by the server.
    var closedCount: Int { closed.load(ordering: .relaxed) }

    func open(_ count: Int) async throws {
        for _ in 0..<count {
            // One that is not accepted in time waits in the system's queue, which is the subject of this test.
            guard let channel = try? await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port).get()
            else { continue }
            channels.withLock { $0.append(channel) }
            channel.closeFuture.whenComplete { [weak self] _ in
                guard let self else { return }
                closed.wrappingAdd(1, ordering: .relaxed)
            }
        }
    }

    func close() async {
        for channel in channels.withLock({ $0 }) { try? await channel.close().get() }
        try? await group.shutdownGracefully()
    }
}
