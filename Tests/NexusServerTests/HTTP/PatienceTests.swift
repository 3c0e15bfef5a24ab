import NIOCore
import Testing

@testable import NexusServer

/// Slow connections are closed.
@Suite("Slow connections", .timeLimit(.minutes(10)))
struct PatienceTests {
    @Test(
        "one without a complete request head is closed",
        arguments: ["", "GET /health HT", "GET /health HTTP/1.1\r\nHost: x\r\n"])
    func head(_ beginning: String) async throws {
        try await RunningServer.serve(configure: { $0.transport.headTimeout = .milliseconds(50) }) { server in
            let socket = try await server.connect()
            if !beginning.isEmpty { try await socket.send(beginning) }
            #expect(try await socket.rest() == [])
        }
    }

    @Test("one without a complete body is closed")
    func body() async throws {
        try await RunningServer.serve(configure: { $0.transport.bodyTimeout = .milliseconds(50) }) { server in
            let socket = try await server.connect()
            try await socket.send("POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{")
            #expect(try await socket.rest() == [])
            #expect(try await server.ask("GET", "/health").status == 200)
        }
    }

    @Test("an idle one is closed after its response")
    func idle() async throws {
        try await RunningServer.serve(configure: { $0.transport.idleTimeout = .milliseconds(50) }) { server in
            let socket = try await server.connect()
            try await socket.send(RunningServer.request("GET", "/health"))
            #expect(try await socket.response().head.hasPrefix("HTTP/1.1 200 "))
            #expect(try await socket.rest() == [])
        }
    }

    @Test("one that sends another request stays open")
    func kept() async throws {
        try await RunningServer.serve { server in
            let socket = try await server.connect()
            for _ in 0..<3 {
                try await socket.send(RunningServer.request("GET", "/health"))
                #expect(try await socket.response().head.hasPrefix("HTTP/1.1 200 "))
            }
            // Two requests in one write are answered in order.
            try await socket.send(
                RunningServer.request("GET", "/v1/nowhere") + RunningServer.request("GET", "/v1/profile"))
            #expect(try await socket.response().head.hasPrefix("HTTP/1.1 404 "))
            #expect(try await socket.response().head.hasPrefix("HTTP/1.1 401 "))
        }
    }
}
