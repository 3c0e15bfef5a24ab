import HTTPTypes
import NexusServer
import NexusTestSupport
import Testing

@Suite("Opening the live socket", .timeLimit(.minutes(10)))
struct UpgradeTests {
    @Test("an accepted request is upgraded, with its context on the connection")
    func accepted() async throws {
        let delegate = RecordingDelegate { head in
            head.headerFields[.authorization] == "Bearer good" ? .accept("ada") : .refuse
        }
        try await TransportFixture.serve(delegate: delegate) { server in
            let socket = try await server.connect()
            try await socket.send(TransportFixture.upgrade(headers: [("Authorization", "Bearer good")]))
            let head = try await socket.response().head.lowercased()
            #expect(head.hasPrefix("http/1.1 101 "))
            #expect(head.contains("\r\nupgrade: websocket\r\n"))
            // The answer to the key of RFC 6455 §1.3.
            #expect(head.contains("\r\nsec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=\r\n"))
            #expect(!head.contains("sec-websocket-extensions"))
            try await eventually("opened") { delegate.current.opened.count == 1 }
            #expect(delegate.current.opened.first?.context as? String == "ada")
        }
    }

    @Test("a refused request is answered by the route of the same path, then closed: the decoder has stopped")
    func refused() async throws {
        try await TransportFixture.serve(delegate: RecordingDelegate { _ in .refuse }) { server in
            let socket = try await server.connect()
            try await socket.send(TransportFixture.upgrade())
            let (head, body) = try await socket.response()
            #expect(head.hasPrefix("HTTP/1.1 401 "))
            #expect(head.lowercased().contains("\r\nconnection: close\r\n"))
            #expect(body == #"{"error":{"code":"not_signed_in","message":"no"}}"#)
            #expect(try await socket.rest() == [])
            #expect(server.delegate.current.opened.isEmpty)
        }
    }

    @Test("a client that offers another protocol is served over HTTP", arguments: ["h2c", "tls/1.0, websocket"])
    func otherProtocol(_ name: String) async throws {
        try await TransportFixture.serve { server in
            let socket = try await server.connect()
            try await socket.send(
                "POST /size HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: \(name)\r\nContent-Length: 3\r\n\r\nabc"
            )
            #expect(try await socket.response().body == "3")
        }
    }

    @Test(
        "a page of another origin is refused, own pages and other programs are accepted",
        arguments: [
            (nil, true), ("http://nexus.example", true), ("https://nexus.example", true),
            ("HTTPS://NEXUS.example", true), ("https://allowed.example", true), ("https://evil.example", false),
            ("null", false), ("", false), ("https://nexus.example.evil.example", false),
            ("https://nexus.example:8443", false), ("https://nexus.example, https://evil.example", false),
        ] as [(String?, Bool)])
    func origin(_ origin: String?, _ isAllowed: Bool) async throws {
        try await TransportFixture.serve(configure: { $0.allowedOrigins = ["https://allowed.example"] }) { server in
            let socket = try await server.connect()
            try await socket.send(TransportFixture.upgrade(headers: origin.map { [("Origin", $0)] } ?? []))
            let head = try await socket.response().head
            #expect(head.hasPrefix("HTTP/1.1 101 ") == isAllowed)
        }
    }

    @Test("two Origin headers are refused")
    func twoOrigins() async throws {
        try await TransportFixture.serve { server in
            let socket = try await server.connect()
            let both = [("Origin", "https://nexus.example"), ("Origin", "https://nexus.example")]
            try await socket.send(TransportFixture.upgrade(headers: both))
            #expect(try await socket.response().head.hasPrefix("HTTP/1.1 401 "))
        }
    }

    @Test(
        "only the live path is upgraded, with or without a query",
        arguments: [
            ("/v1/live", true), ("/v1/live?x=1", true), ("/v1/livery", false), ("/v1/live/", false), ("/hello", false),
        ])
    func path(_ path: String, _ isUpgraded: Bool) async throws {
        try await TransportFixture.serve { server in
            let socket = try await server.connect()
            try await socket.send(TransportFixture.upgrade(path: path))
            #expect(try await socket.response().head.hasPrefix("HTTP/1.1 101 ") == isUpgraded)
        }
    }

    @Test("a request without a key, or of another version, goes to the router")
    func notAWebSocket() async throws {
        try await TransportFixture.serve { server in
            for (wrong, right) in [("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8"), ("-Key", "-Kee")] {
                let socket = try await server.connect()
                try await socket.send(TransportFixture.upgrade().replacing(wrong, with: right))
                #expect(try await socket.response().head.hasPrefix("HTTP/1.1 401 "))
                socket.close()
            }
            #expect(server.delegate.current.opened.isEmpty)
        }
    }

    @Test("frames sent together with the request are kept")
    func eager() async throws {
        try await TransportFixture.serve(delegate: RecordingDelegate(answersMessages: true)) { server in
            let socket = try await server.connect()
            try await socket.send(Array(TransportFixture.upgrade().utf8) + RawSocket.frame(1, Array("{}".utf8)))
            #expect(try await socket.response().head.hasPrefix("HTTP/1.1 101 "))
            #expect(try await socket.nextFrame().text == "{}")
        }
    }

    @Test("a client that disconnects during the decision is never opened")
    func leavesEarly() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let delegate = RecordingDelegate { _ in
            ask.yield()
            for await _ in gate { break }
            return .accept("late")
        }
        try await TransportFixture.serve(delegate: delegate) { server in
            let socket = try await server.connect()
            try await socket.send(TransportFixture.upgrade())
            for await _ in asked { break }
            socket.close()
            open.yield()
            let next = try await server.connect()
            try await next.send("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await next.response().body == "hello")
            try await eventually("balanced") { delegate.current.opened.count == delegate.current.closed.count }
        }
    }
}
