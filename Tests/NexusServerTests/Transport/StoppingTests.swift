import Hummingbird
import NexusServer
import NexusTestSupport
import Testing

@Suite("Stopping the transport", .timeLimit(.minutes(10)))
struct StoppingTests {
    @Test("a request under way is answered, a live socket is closed with a reason, and nobody new is let in")
    func gracefully() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        try await TransportFixture.serve(configure: { _ in }) { router in
            router.get("/slow") { _, _ -> String in
                ask.yield()
                for await _ in gate { break }
                return "slow"
            }
        } _: { server in
            let live = try await server.live()
            let idle = try await server.connect()
            try await idle.send("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await idle.response().body == "hello")
            let silent = try await server.connect()
            let busy = try await server.connect()
            try await busy.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            for await _ in asked { break }
            await server.stopGracefully()
            #expect(try await live.nextFrame().closeCode == 1001)
            #expect(try await silent.rest() == [])
            #expect(try await idle.rest() == [])
            await #expect(throws: (any Error).self) { try await server.connect() }
            open.yield()
            #expect(try await busy.response().body == "slow")
            live.close()
            try await server.ended()
        }
    }

    @Test("what has not finished in time is cut off")
    func inTime() async throws {
        try await TransportFixture.serve(configure: { $0.shutdownTimeout = .milliseconds(50) }) { router in
            router.get("/never") { _, _ -> String in
                try await Task.sleep(for: .seconds(3_600))
                return "never"
            }
        } _: { server in
            // It reads the close, but never answers it.
            let live = try await server.live()
            let busy = try await server.connect()
            try await busy.send("GET /never HTTP/1.1\r\nHost: x\r\n\r\n")
            await server.stopGracefully()
            try await server.ended()
            #expect(try await live.nextFrame().closeCode == 1001)
            _ = try? await busy.rest()
        }
    }
}
