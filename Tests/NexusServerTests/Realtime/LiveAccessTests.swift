import NIOCore
import NexusCore
import Testing

@testable import NexusServer

@Suite("The access of a live socket", .timeLimit(.minutes(10)))
struct LiveAccessTests {
    private static let minute: Int64 = 60_000

    private func serve(_ body: @escaping @Sendable (RunningServer) async throws -> Void) async throws {
        try await RunningServer.serve(configure: { $0.transport.sweepInterval = .milliseconds(10) }) {
            try await body($0)
        }
    }

    private func open(_ server: RunningServer, _ token: String) async throws -> RawSocket {
        let socket = try await server.connect()
        try await socket.send(TransportFixture.upgrade(headers: [("Authorization", "Bearer \(token)")]))
        #expect(try await socket.response().head.hasPrefix("HTTP/1.1 101 "))
        #expect(try await socket.nextFrame().text.contains("welcome"))
        return socket
    }

    /// The next frame of that kind, skipping others.
    private func next(_ socket: RawSocket, _ isWanted: (RawSocket.Frame) -> Bool) async throws -> RawSocket.Frame {
        while true {
            let frame = try await socket.nextFrame()
            if isWanted(frame) { return frame }
            if frame.opcode == 8 { throw EndOfStream(unread: frame.payload) }
        }
    }

    /// The socket that is to be renewed.
    private func asked(_ socket: RawSocket) async throws -> SocketID {
        let frame = try await next(socket) { $0.text.hasPrefix(#"{"type":"renew""#) }
        guard case .renew(let id) = try ServerFrame.decode(frame.text) else { throw Missing() }
        return id
    }

    private func closeCode(_ socket: RawSocket) async throws -> UInt16? {
        try await next(socket) { $0.opcode == 8 }.closeCode
    }

    private func renew(_ id: SocketID, _ token: String, _ server: RunningServer) async throws -> RunningServer.Answer {
        try await server.ask("POST", "/v1/live/renew", #"{"socket":"\#(id)"}"#, token: token)
    }

    private func refresh(_ signedIn: SignedIn, _ server: RunningServer) async throws -> SignedIn {
        let body = #"{"refreshToken":"\#(signedIn.refreshToken)"}"#
        return try SignedIn.decode(try await server.ask("POST", "/v1/sessions/refresh", body).body)
    }

    private func operation(_ number: UInt64) -> ClientFrame {
        .operation(
            NexusCore.Operation(
                id: OperationID(high: 0x7000, low: 1 << 63 | number),
                kind: .createGroup(
                    ConversationID(high: 0x7000, low: 1 << 63 | number), title: "Plans", members: [])))
    }

    @Test("that is not renewed is announced in time, and the socket is closed when it expires")
    func runsOut() async throws {
        try await serve { server in
            let ann = try await server.signUp("Ann")
            let socket = try await open(server, ann.accessToken)
            server.clock.advance(by: ann.expiresIn - LiveAccess.notice)
            _ = try await asked(socket)
            server.clock.advance(by: LiveAccess.notice - 1)
            _ = try await asked(socket)
            try await socket.send(RawSocket.frame(9, []))
            #expect(try await next(socket) { $0.opcode == 10 }.payload == [])
            server.clock.advance(by: 1)
            #expect(try await closeCode(socket) == 4_002)
        }
    }

    @Test("that has expired posts nothing, even before the next sweep")
    func posts() async throws {
        try await RunningServer.serve { server in
            let ann = try await server.signUp("Ann")
            let socket = try await open(server, ann.accessToken)
            server.clock.advance(by: ann.expiresIn)
            try await socket.send(RawSocket.frame(1, operation(1).json))
            #expect(try await closeCode(socket) == 4_002)
            let renewed = try await refresh(ann, server)
            let answer = try await server.ask("GET", "/v1/conversations", token: renewed.accessToken)
            #expect(answer.status == 200)
            #expect(!answer.body.contains("\(ConversationID(high: 0x7000, low: 1 << 63 | 1))"))
        }
    }

    @Test("is renewed in place through three refreshes, and the socket continues to post")
    func renewed() async throws {
        try await serve { server in
            var ann = try await server.signUp("Ann")
            let socket = try await open(server, ann.accessToken)
            for number: UInt64 in 1...3 {
                // A minute is left; two minutes of the previous access have passed.
                let passed = number == 1 ? 0 : 2 * LiveAccessTests.minute
                server.clock.advance(by: ann.expiresIn - LiveAccessTests.minute - passed)
                let id = try await asked(socket)
                #expect(try await renew(id, ann.accessToken, server).refusal?.code == .tokenExpired)
                ann = try await refresh(ann, server)
                // New tokens cause a renewal by themselves.
                #expect(try await asked(socket) == id)
                #expect(try await renew(id, ann.accessToken, server).status == 200)
                server.clock.advance(by: 2 * LiveAccessTests.minute)
                try await socket.send(RawSocket.frame(1, operation(number).json))
                #expect(try await next(socket) { $0.text.hasPrefix(#"{"type":"ack""#) }.opcode == 1)
            }
        }
    }

    @Test(
        "that was replaced ends: a socket with the old token is closed, though its session is refreshed"
    )
    func replaced() async throws {
        try await serve { server in
            let ann = try await server.signUp("Ann")
            let stolen = try await open(server, ann.accessToken)
            let own = try await open(server, ann.accessToken)
            let renewed = try await refresh(ann, server)
            #expect(try await renew(try await asked(own), renewed.accessToken, server).status == 200)
            _ = try await asked(stolen)
            server.clock.advance(by: LiveAccess.grace)
            #expect(try await closeCode(stolen) == 4_002)
            try await own.send(RawSocket.frame(1, operation(1).json))
            #expect(try await next(own) { $0.text.hasPrefix(#"{"type":"ack""#) }.opcode == 1)
        }
    }

    @Test("is renewed by its own session alone")
    func strangers() async throws {
        try await serve { server in
            let (ann, bob) = (try await server.signUp("Ann"), try await server.signUp("Bob"))
            let socket = try await open(server, ann.accessToken)
            server.clock.advance(by: ann.expiresIn - LiveAccessTests.minute)
            let id = try await asked(socket)
            let fresh = try await refresh(bob, server)
            #expect(try await renew(id, fresh.accessToken, server).refusal?.code == .notFound)
            let signIn = #"{"email":"ann@example.org","password":"correct horse","device":"other"}"#
            let other = try SignedIn.decode(try await server.ask("POST", "/v1/sessions", signIn).body)
            #expect(try await renew(id, other.accessToken, server).refusal?.code == .notFound)
            server.clock.advance(by: LiveAccessTests.minute)
            #expect(try await closeCode(socket) == 4_002)
        }
    }
}
