import NIOCore
import NexusCore
import Testing

@testable import NexusServer

@Suite("An operation that the server cannot read", .timeLimit(.minutes(10)))
struct UnreadOperationTests {
    private static let id = OperationID(high: 0x7000, low: 1 << 63 | 1)

    private func open(_ server: RunningServer) async throws -> RawSocket {
        let ann = try await server.signUp("Ann")
        let socket = try await server.connect()
        try await socket.send(TransportFixture.upgrade(headers: [("Authorization", "Bearer \(ann.accessToken)")]))
        #expect(try await socket.response().head.hasPrefix("HTTP/1.1 101 "))
        return socket
    }

    /// The next refusal, skipping other frames.
    private func refusal(_ socket: RawSocket) async throws -> (refused: Refused, refusal: Refusal) {
        while true {
            let frame = try await socket.nextFrame()
            if frame.opcode == 8 { throw EndOfStream(unread: frame.payload) }
            if case .refusal(let refused, let refusal) = try? ServerFrame.decode(frame.text) {
                return (refused, refusal)
            }
        }
    }

    private func send(_ text: String, _ socket: RawSocket) async throws {
        try await socket.send(RawSocket.frame(1, Array(text.utf8)))
    }

    @Test("is refused under its identifier: of an unknown kind with what to do, with an invalid value with the place")
    func named() async throws {
        try await RunningServer.serve { server in
            let socket = try await open(server)
            try await send(
                #"{"type":"operation","operation":{"id":"\#(Self.id)","kind":"dance","steps":[1,2]}}"#, socket)
            let unknown = try await refusal(socket)
            #expect(unknown.refused == .operation(Self.id))
            #expect(unknown.refusal.code == .operationUnknown)
            #expect(!unknown.refusal.code.isTransient)
            try await send(
                #"{"type":"operation","operation":{"id":"\#(Self.id)","kind":"rename","title":"T"}}"#, socket)
            let invalid = try await refusal(socket)
            #expect(invalid.refused == .operation(Self.id))
            #expect(invalid.refusal.code == .invalidJSON)
            #expect(invalid.refusal.message.contains("conversation"))
        }
    }

    @Test(
        "is refused as a frame without a readable identifier",
        arguments: [
            "{}", #"{"type":"operation"}"#, #"{"type":"operation","operation":{"id":"no","kind":"dance"}}"#,
            #"{"type":"dance","operation":{"id":"01990000-0000-7000-8000-000000000001"}}"#,
        ])
    func nameless(text: String) async throws {
        try await RunningServer.serve { server in
            let socket = try await open(server)
            try await send(text, socket)
            let answer = try await refusal(socket)
            #expect(answer.refused == .frame)
            #expect(answer.refusal.code == .invalidJSON)
        }
    }

    @Test("counts as an invalid frame: too many close the socket")
    func counted() async throws {
        try await RunningServer.serve { server in
            let socket = try await open(server)
            for _ in 0..<LiveSession.faultLimit {
                try await send(#"{"type":"operation","operation":{"id":"\#(Self.id)","kind":"dance"}}"#, socket)
            }
            var last = try await socket.nextFrame()
            while last.opcode != 8 { last = try await socket.nextFrame() }
            #expect(last.closeCode == 1008)
        }
    }
}
