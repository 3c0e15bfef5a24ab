import Hummingbird
import Logging
import NIOCore
import NexusServer
import Testing

@Suite("Connection limits", .timeLimit(.minutes(10)))
struct ConnectionLimitTests {
    /// Whether a connection is served.
    private func isServed(_ socket: RawSocket) async throws -> Bool {
        try await socket.send("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
        return (try? await socket.response().body) == "hello"
    }

    @Test("beyond the limit of one address the longest idle connection is closed for a new one")
    func ofOneAddress() async throws {
        try await TransportFixture.serve(configure: { $0.connectionsPerAddress = 2 }) { server in
            let first = try await server.connect()
            #expect(try await isServed(first))
            let second = try await server.connect()
            #expect(try await isServed(second))
            let third = try await server.connect()
            #expect(try await isServed(third))
            #expect(try await first.rest() == [])
            #expect(try await isServed(second))
        }
    }

    @Test("a connection that waits for its response is never closed: the new one is")
    func busy() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        try await TransportFixture.serve(configure: { $0.connectionsPerAddress = 1 }) { router in
            router.get("/slow") { _, _ -> String in
                ask.yield()
                for await _ in gate { break }
                return "slow"
            }
        } _: { server in
            let first = try await server.connect()
            try await first.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            for await _ in asked { break }
            let second = try await server.connect()
            #expect(try await second.rest() == [])
            open.yield()
            #expect(try await first.response().body == "slow")
            let third = try await server.connect()
            #expect(try await isServed(third))
        }
    }

    @Test("live sockets do not count for their address, and are never closed")
    func live() async throws {
        try await TransportFixture.serve(configure: { $0.connectionsPerAddress = 1 }) { server in
            let (one, first) = try await server.livePair()
            let (other, second) = try await server.livePair()
            let plain = try await server.connect()
            #expect(try await isServed(plain))
            first.send(SharedFrame(text: Array("one".utf8)))
            second.send(SharedFrame(text: Array("other".utf8)))
            #expect(try await one.nextFrame().text == "one")
            #expect(try await other.nextFrame().text == "other")
        }
    }

    @Test("at the limit of all connections idle ones of any address are closed")
    func inAll() async throws {
        try await TransportFixture.serve(configure: { $0.maximumConnections = 4 }) { server in
            var sockets: [RawSocket] = []
            for _ in 0..<12 { sockets.append(try await server.connect()) }
            let last = try await server.connect()
            #expect(try await isServed(last))
            #expect(try await sockets[0].rest() == [])
        }
    }

    @Test("with live sockets at the limit a new connection waits, and is served once one closes")
    func waiting() async throws {
        try await TransportFixture.serve(configure: { $0.maximumConnections = 2 }) { server in
            let first = try await server.live()
            let second = try await server.live()
            let third = try await server.connect()
            async let answer = isServed(third)
            #expect(server.delegate.current.closed.isEmpty)
            first.close()
            let isAnswered = try await answer
            #expect(isAnswered)
            second.close()
        }
    }
}

@Suite("The budget of file descriptors")
struct DescriptorBudgetTests {
    @Test(
        "reserves some for files and the database, for any limit",
        arguments: [(256, 2, 80, 176), (1_024, 2, 128, 896), (20_000, 8, 1_024, 18_976), (64, 2, 80, 0)])
    func reserve(limit: Int, eventLoops: Int, reserved: Int, connections: Int) {
        let budget = DescriptorBudget(limit: limit, eventLoops: eventLoops)
        #expect(budget.reserved == reserved)
        #expect(budget.connections == connections)
    }
}
