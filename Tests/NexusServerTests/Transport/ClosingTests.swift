import NexusServer
import NexusTestSupport
import Testing

@Suite("Closing the live socket", .timeLimit(.minutes(10)))
struct ClosingTests {
    @Test("a client's close is answered with its status, and the connection ends")
    func byClient() async throws {
        try await TransportFixture.serve { server in
            let socket = try await server.live()
            try await socket.send(RawSocket.frame(8, [0x03, 0xE9] + Array("bye".utf8)))
            #expect(try await socket.nextFrame().closeCode == 1001)
            #expect(try await socket.rest() == [])
            socket.close()
            try await eventually("closed") { server.delegate.current.closed.count == 1 }
        }
    }

    @Test("a close without a status is answered too")
    func byClientWithoutStatus() async throws {
        try await TransportFixture.serve { server in
            let socket = try await server.live()
            try await socket.send(RawSocket.frame(8, []))
            #expect(try await socket.nextFrame().opcode == 8)
            #expect(try await socket.rest() == [])
        }
    }

    @Test("the server's close has a reason, after the frames before it")
    func byServer() async throws {
        try await TransportFixture.serve { server in
            let (socket, connection) = try await server.livePair()
            connection.send(SharedFrame(text: Array("last".utf8)))
            connection.close(code: 4_001, reason: "session_ended")
            connection.send(SharedFrame(text: Array("too late".utf8)))
            #expect(try await socket.nextFrame().text == "last")
            let close = try await socket.nextFrame()
            #expect(close.closeCode == 4_001)
            #expect(String(decoding: close.payload.dropFirst(2), as: UTF8.self) == "session_ended")
            #expect(try await socket.rest() == [])
        }
    }

    @Test("a reason is cut to the limit of a control frame, between characters")
    func longReason() async throws {
        try await TransportFixture.serve { server in
            let (socket, connection) = try await server.livePair()
            connection.close(code: 4_000, reason: String(repeating: "é", count: 100))
            let close = try await socket.nextFrame()
            #expect(close.payload.count == 124)
            #expect(String(validating: close.payload.dropFirst(2), as: UTF8.self) != nil)
        }
    }

    @Test("a client that ends its stream without a close, or vanishes, is gone")
    func halfOpen() async throws {
        try await TransportFixture.serve { server in
            let polite = try await server.live()
            try await polite.finishSending()
            #expect(try await polite.rest() == [])
            let rude = try await server.live()
            rude.close()
            try await eventually("both closed") { server.delegate.current.closed.count == 2 }
            let opened = server.delegate.current.opened.map(\.id)
            #expect(Set(server.delegate.current.closed) == Set(opened))
        }
    }

    @Test("sending, pausing and closing after the end are no-ops")
    func afterTheEnd() async throws {
        try await TransportFixture.serve { server in
            let (socket, connection) = try await server.livePair()
            socket.close()
            try await eventually("closed") { server.delegate.current.closed.count == 1 }
            connection.send(SharedFrame(text: Array("nobody".utf8)))
            connection.pauseReading()
            connection.resumeReading()
            connection.close(code: 1000, reason: "")
            _ = try await server.live()
            #expect(server.delegate.current.closed.count == 1)
        }
    }
}
