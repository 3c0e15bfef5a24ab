import Foundation
import NexusCore
import Testing

@testable import NexusServer

@Suite("Malformed requests", .timeLimit(.minutes(10)))
struct RequestFramingTests {
    /// The number of responses received.
    private func answers(in bytes: [UInt8]) -> Int {
        String(decoding: bytes, as: UTF8.self).components(separatedBy: "HTTP/1.1 ").count - 1
    }

    @Test(
        "trailers over the limit get exactly one response, and no byte of them is in the log",
        arguments: ["/v1/sessions", "/v1/operations", "/v1/nowhere"], [1, 3])
    func trailers(_ path: String, _ writes: Int) async throws {
        let lines = LogLines()
        try await RunningServer.serve(logger: lines.logger) { server in
            let socket = try await server.connect()
            let text =
                "POST \(path) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
                + "X-Trailer: \(String(repeating: "trailerword", count: 4_000))\r\n\r\n"
            let bytes = Array(text.utf8)
            let size = bytes.count / writes + 1
            for start in stride(from: 0, to: bytes.count, by: size) {
                try? await socket.send(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            let received = try await socket.rest()
            #expect(answers(in: received) == 1)
            #expect(!String(decoding: received, as: UTF8.self).contains("trailerword"))
            #expect(try await server.ask("GET", "/health").status == 200)
        }
        #expect(!lines.all.contains { $0.contains("trailerword") })
    }

    @Test(
        "an invalid chunk size is answered with 400 at once, and the body is dropped",
        arguments: ["ZZ\r\n", "-1\r\n", "2\r\n{}\r\nZZ\r\n", "FFFFFFFFFFFFFFFFFF\r\n", "2 x\r\n{}"])
    func chunkSizes(_ chunk: String) async throws {
        try await RunningServer.serve { server in
            let socket = try await server.connect()
            try await socket.send(
                "POST /v1/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)")
            // The connection stays open: the response comes by itself.
            let answer = try RunningServer.Answer(await socket.response())
            #expect(answer.status == 400)
            #expect(answer.refusal?.code == .invalidRequest)
            #expect(try await socket.rest() == [])
        }
    }

    @Test(
        "a request has exactly one Host header",
        arguments: [
            ("GET /health HTTP/1.1\r\n\r\n", 400), ("GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
            ("GET /health HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n", 400),
            ("GET /health HTTP/1.1\r\nHost: a, b\r\n\r\n", 400), ("GET /health HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
            ("GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400), ("GET /health HTTP/1.0\r\n\r\n", 200),
            ("GET /health HTTP/1.1\r\nHost: a\r\n\r\n", 200), ("GET /health HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 200),
        ])
    func host(_ request: String, _ status: Int) async throws {
        try await RunningServer.serve { server in
            let socket = try await server.connect()
            try await socket.send(request)
            let head = try await socket.response().head
            #expect(head.split(separator: " ").dropFirst().first == "\(status)")
        }
    }

    @Test("the live socket is not opened for two Host headers")
    func hostOfLiveSocket() async throws {
        try await RunningServer.serve { server in
            let token = try await server.signUp("Ann").accessToken
            let socket = try await server.connect()
            let headers = [("Authorization", "Bearer \(token)"), ("Host", "other.example")]
            try await socket.send(TransportFixture.upgrade(headers: headers))
            #expect(try await socket.response().head.hasPrefix("HTTP/1.1 400 "))
        }
    }
}

@Suite("A server with a public address", .timeLimit(.minutes(10)))
struct PublicAddressTests {
    private static let browser = [("Sec-Fetch-Site", "same-origin")]

    private func serve(_ body: @escaping @Sendable (RunningServer) async throws -> Void) async throws {
        try await RunningServer.serve(configure: {
            $0.transport.publicAddress = PublicAddress("https://Chat.Example.org/")
        }) { try await body($0) }
    }

    private func ask(
        _ server: RunningServer, host: String, _ headers: [(String, String)] = []
    ) async throws -> RunningServer.Answer {
        let socket = try await server.connect()
        defer { socket.close() }
        let lines = ([("Host", host)] + headers).map { "\($0.0): \($0.1)\r\n" }.joined()
        try await socket.send("GET /health HTTP/1.1\r\n\(lines)\r\n")
        return try RunningServer.Answer(await socket.response())
    }

    @Test("serves browsers under that name, and names it to requests for another")
    func names() async throws {
        try await serve { server in
            for host in ["chat.example.org", "CHAT.example.org:443"] {
                #expect(try await ask(server, host: host, PublicAddressTests.browser).status == 200)
            }
            for host in ["evil.example", "chat.example.org:8443", "chat.example.org.evil.example", "10.0.0.5:8480", ""]
            {
                let answer = try await ask(server, host: host)
                #expect(answer.status == 421, "\(host)")
                #expect(answer.refusal?.code == .wrongHost)
                #expect(answer.refusal?.message.contains("https://chat.example.org") == true)
            }
        }
    }

    @Test("serves programs on its own machine under local names, and no pages")
    func loopback() async throws {
        try await serve { (server: RunningServer) async throws -> Void in
            for host in ["127.0.0.1:8480", "localhost", "[::1]:8480", "127.1.2.3"] {
                let answer = try await ask(server, host: host)
                #expect(answer.status == 200, "\(host)")
                for page in [("Origin", "http://localhost"), ("Sec-Fetch-Mode", "navigate"), ("Cookie", "a=b")] {
                    let refused = try await ask(server, host: host, [page])
                    #expect(refused.status == 421, "\(host) \(page)")
                }
            }
            #expect(try await ask(server, host: "localhost.evil.example").status == 421)
            #expect(try await ask(server, host: "127.0.0.1.evil.example").status == 421)
        }
    }

    @Test("opens the live socket for its own pages, and not for pages of other names")
    func live() async throws {
        try await serve { server in
            let token = ("Authorization", "Bearer \(try await server.signUp("Ann", host: "localhost").accessToken)")
            for (host, origin, status) in [
                ("chat.example.org", "https://chat.example.org", 101), ("evil.example", "http://evil.example", 421),
                ("chat.example.org", "http://chat.example.org", 403), ("chat.example.org", "https://evil.example", 403),
            ] {
                let socket = try await server.connect()
                try await socket.send(TransportFixture.upgrade(host: host, headers: [token, ("Origin", origin)]))
                #expect(try await socket.response().head.hasPrefix("HTTP/1.1 \(status) "), "\(host) \(origin)")
                socket.close()
            }
        }
    }

    @Test(
        "is the URL of a host without a path",
        arguments: [
            ("https://chat.example.org", "https://chat.example.org"), ("HTTP://Chat:80/", "http://chat"),
            ("https://chat:8443", "https://chat:8443"), ("https://[::1]:8480", "https://[::1]:8480"),
            ("chat.example.org", nil),
            ("ftp://chat", nil), ("https://chat/path", nil), ("https://chat?x", nil), ("https://", nil), ("", nil),
            ("https://ann@chat", nil),
        ] as [(String, String?)])
    func form(_ text: String, _ origin: String?) {
        #expect(PublicAddress(text)?.origin == origin)
    }
}
