import AsyncHTTPClient
import Hummingbird
import NIOCore
import NIOHTTP1
import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusServer

@Suite("HTTP/2", .timeLimit(.minutes(10)))
struct HTTP2Tests {
    @Test("a client that chooses it is served by the same routes, with bodies both ways")
    func requests() async throws {
        let large = ByteBuffer(repeating: 7, count: 3 << 20)
        try await HTTP2Fixture.serve(configure: { _ in }) { router in
            router.get("/large") { _, _ in Response(status: .ok, body: ResponseBody(byteBuffer: large)) }
        } _: { fixture in
            try await fixture.withClient { client in
                let hello = try await fixture.ask(client, "/hello")
                #expect(hello.version == .http2)
                #expect(hello.status == 200)
                #expect(hello.text == "hello")
                #expect(hello.headers["date"].count == 1)
                #expect(try await fixture.ask(client, "/large").body == large)
                for count in [0, 1, 200_000, 1 << 20] {
                    let body = HTTPClientRequest.Body.bytes(ByteBuffer(repeating: 1, count: count))
                    #expect(try await fixture.ask(client, "/size", .POST, body: body).text == "\(count)")
                }
                let head = try await fixture.ask(client, "/none", .HEAD)
                #expect(head.status == 404)
                #expect(head.body.readableBytes == 0)
            }
        }
    }

    @Test("many requests at once share one connection")
    func together() async throws {
        let ports = Mutex<[Int?]>([])
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        try await HTTP2Fixture.serve(configure: { _ in }) { router in
            router.get("/together") { _, context -> String in
                let count = ports.withLock { ports in
                    ports.append(context.remoteAddress?.port)
                    return ports.count
                }
                if count == 60 { open.finish() }
                for await _ in gate {}
                return "done"
            }
        } _: { fixture in
            try await fixture.withClient { client in
                _ = try await fixture.ask(client, "/hello")
                try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<60 { group.addTask { try await fixture.ask(client, "/together").text } }
                    for try await text in group { #expect(text == "done") }
                }
            }
        }
        #expect(Set(ports.withLock { $0 }).count == 1)
    }

    @Test("a client that offers HTTP/1.1 alone, or no protocol, is served over that, and opens its live socket there")
    func older() async throws {
        try await HTTP2Fixture.serve { fixture in
            for protocols in [["http/1.1"], [], ["spdy/3", "http/1.1"]] {
                func connect() async throws -> RawSocket {
                    try await RawSocket.connectSecurely(
                        port: fixture.server.port, trusting: fixture.certificates.authority, protocols: protocols
                    ).socket
                }
                let socket = try await connect()
                try await socket.send(RunningServer.request("GET", "/hello"))
                #expect(try await socket.response().body == "hello")
                let live = try await connect()
                try await live.send(TransportFixture.upgrade(headers: [("Origin", "https://nexus.example")]))
                #expect(try await live.response().head.hasPrefix("HTTP/1.1 101 "))
                try await live.send(RawSocket.frame(9, Array("here".utf8)))
                #expect(try await live.nextFrame().text == "here")
            }
        }
    }

    @Test("a request for the live path is answered as one without an upgrade is; polling is served")
    func live() async throws {
        try await HTTP2Fixture.serve { fixture in
            try await fixture.withClient { client in
                let answer = try await fixture.ask(client, "/v1/live")
                #expect(answer.refusal?.code == .notSignedIn)
            }
        }
        let certificates = try CertificateFolder()
        try certificates.sign("first")
        try await RunningServer.serve(configure: { $0.transport.tls = certificates.files }) { server in
            try await HTTP2Fixture.withClient(trusting: certificates.authority) { client in
                func post(_ path: String, _ body: [UInt8], _ token: String? = nil) async throws -> HTTP2Fixture.Answer {
                    try await HTTP2Fixture.ask(
                        client, port: server.port, path, .POST,
                        headers: token.map { [("authorization", "Bearer \($0)")] } ?? [],
                        body: .bytes(ByteBuffer(bytes: body)))
                }
                let request = SignUpRequest(
                    email: "ada@example.org", password: "correct horse", name: "Ada", device: "test")
                let ada = try SignedIn.decode(try await post("/v1/accounts", request.json).text)
                let opened = try await post("/v1/live/polled", Array("{}".utf8), ada.accessToken)
                #expect(opened.version == .http2)
                let socket = try PolledSocket.decode(opened.text).socket
                let frames = try await post(
                    "/v1/live/polled/\(socket)/poll?after=0&wait=20000", Array("{}".utf8), ada.accessToken)
                #expect(frames.text.contains("welcome"))
            }
        }
    }

    @Test("only the public address is served, and a request names one host")
    func hosts() async throws {
        try await HTTP2Fixture.serve(configure: { $0.publicAddress = PublicAddress("https://chat.example.org") }) {
            fixture in
            try await fixture.withClient { client in
                #expect(try await fixture.ask(client, "/hello").status == 200, "programs of the server's machine")
                let page = try await fixture.ask(client, "/hello", headers: [("origin", "https://other.example")])
                #expect(page.refusal?.code == .wrongHost)
                #expect(page.headers["strict-transport-security"] == ["max-age=31536000"])
            }
            let socket = try await fixture.connect()
            let own = "chat.example.org"
            try await socket.send(
                RawSocket.head(1, "GET", "/hello", headers: [("host", "Chat.example.org")], authority: own))
            #expect(try await socket.status(of: 1) == 200)
            try await socket.send(
                RawSocket.head(3, "GET", "/hello", headers: [("host", "other.example")], authority: own))
            #expect(try await socket.status(of: 3) == 400)
            try await socket.send(RawSocket.head(5, "GET", "/hello", authority: "a@b"))
            #expect(try await socket.status(of: 5) == 400)
        }
    }

    @Test("a request that is not valid ends alone; a tunnel is refused")
    func invalid() async throws {
        // As behind a trusted proxy.
        try await HTTP2Fixture.serve(configure: { $0.connectionsPerAddress = .max }) { fixture in
            let socket = try await fixture.connect()
            try await socket.send(RawSocket.head(1, "GET", "/hello", headers: [("connection", "close")]))
            #expect(try await socket.next(.reset).error == 1)
            try await socket.send(RawSocket.head(3, "B D", "/hello"))
            #expect(try await socket.next(.reset).error == 1)
            try await socket.send(RawSocket.head(5, "CONNECT", ""))
            #expect(try await socket.status(of: 5) == 400)
            try await socket.send(RawSocket.head(7, "GET", "/hello"))
            #expect(try await socket.status(of: 7) == 200)
        }
    }

    @Test("stopping answers the requests under way, takes no new ones, and tells the client")
    func stopping() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        try await HTTP2Fixture.serve(configure: { $0.shutdownTimeout = .seconds(300) }) { router in
            router.get("/slow") { _, _ -> String in
                ask.yield()
                for await _ in gate { break }
                return "slow"
            }
        } _: { fixture in
            let (idle, silent, busy) = (
                try await fixture.connect(), try await fixture.connect(), try await fixture.connect()
            )
            try await busy.send(RawSocket.head(1, "GET", "/slow"))
            for await _ in asked { break }
            await fixture.server.stopGracefully()
            let first = try await busy.next(.goAway)
            #expect(first.error == 0)
            #expect(first.last == Int(Int32.max))
            let ping = try await busy.next(.ping)
            // Sent before the client knows: it may send that again on another connection.
            try await busy.send(RawSocket.head(3, "GET", "/hello"))
            try await busy.answer(ping)
            #expect(try await busy.next(.goAway).last == 1)
            open.yield()
            let rest = try await busy.frames()
            #expect(rest.contains { $0.kind == .data && $0.stream == 1 && $0.payload == Array("slow".utf8) })
            #expect(!rest.contains { $0.kind == .headers && $0.stream == 3 })
            try? await idle.answer(idle.next(.ping))
            #expect(try await idle.frames().allSatisfy { $0.kind != .headers })
            #expect(try await silent.frames().contains { $0.kind == .ping }, "it is not awaited for ever")
            try await fixture.server.ended()
        }
    }
}
