import NIOCore
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Live sockets over requests", .timeLimit(.minutes(10)))
struct PolledSocketTests {
    /// A polled socket of a user, driven by hand.
    private struct Client {
        let server: RunningServer
        let user: SignedIn
        let socket: SocketID

        init(_ name: String, at server: RunningServer) async throws {
            try await self.init(try await server.signUp(name), at: server)
        }

        init(_ user: SignedIn, at server: RunningServer) async throws {
            self.server = server
            self.user = user
            let answer = try await server.ask(
                "POST", "/v1/live/polled?zone=Europe/Berlin", "{}", token: user.accessToken)
            socket = try PolledSocket.decode(answer.body).socket
        }

        var path: String { "/v1/live/polled/\(socket)" }

        func poll(after number: Int, wait: Int = 0, token: String? = nil) async throws -> RunningServer.Answer {
            try await server.ask(
                "POST", "\(path)/poll?after=\(number)&wait=\(wait)", "{}", token: token ?? user.accessToken)
        }

        func frames(after number: Int, wait: Int = 0) async throws -> [ServerFrame] {
            try await poll(after: number, wait: wait).body.split(separator: "\n").map {
                try ServerFrame.decode("\($0)")
            }
        }

        @discardableResult
        func send(
            _ frames: [ClientFrame], first: Int, token: String? = nil
        ) async throws -> RunningServer.Answer {
            try await send(
                text: frames.map { String(decoding: $0.json, as: UTF8.self) }.joined(separator: "\n"), first: first,
                token: token)
        }

        func send(text: String, first: Int, token: String? = nil) async throws -> RunningServer.Answer {
            try await server.ask("POST", "\(path)/frames?first=\(first)", text, token: token ?? user.accessToken)
        }

        /// The frames until one of that kind has come.
        func frames(until isWanted: (ServerFrame) -> Bool) async throws -> [ServerFrame] {
            var all: [ServerFrame] = []
            while !all.contains(where: isWanted) { all += try await frames(after: all.count, wait: 20_000) }
            return all
        }
    }

    private func group(_ number: UInt64) -> ClientFrame {
        .operation(
            NexusCore.Operation(
                id: OperationID(high: 0x7000, low: 1 << 63 | number),
                kind: .createGroup(ConversationID(high: 0x7000, low: 1 << 63 | number), title: "Plans", members: [])))
    }

    private func acks(_ frames: [ServerFrame]) -> Int {
        frames.count { if case .ack = $0 { true } else { false } }
    }

    // MARK: Nothing lost, nothing doubled

    @Test("give the same frames again until they are acknowledged, and then no more")
    func repeated() async throws {
        try await RunningServer.serve { server in
            let ann = try await Client("Ann", at: server)
            let first = try await ann.poll(after: 0, wait: 20_000)
            #expect(first.headers["cache-control"] == "no-store")
            #expect(first.body.hasPrefix(#"{"type":"welcome""#))
            #expect(try await ann.poll(after: 0).body.hasPrefix(first.body))
            let all = try await ann.frames(after: 0)
            #expect(try await ann.frames(after: all.count).isEmpty)
            for number in [0, all.count + 1, 1_000_000] {
                #expect(try await ann.poll(after: number).refusal?.code == .invalidRequest, "after \(number)")
            }
            for text in ["-1", "x", "99999999999999999999"] {
                let answer = try await server.ask(
                    "POST", "\(ann.path)/poll?after=\(text)", "{}", token: ann.user.accessToken)
                #expect(answer.refusal?.code == .invalidRequest)
            }
        }
    }

    @Test("take each frame of the client once, and none after a gap")
    func once() async throws {
        try await RunningServer.serve { server in
            let ann = try await Client("Ann", at: server)
            try await ann.send([group(1), group(2)], first: 1)
            // The answer was lost; the client sends them with one more.
            try await ann.send([group(1), group(2), group(3)], first: 1)
            try await ann.send([group(3)], first: 3)
            #expect(try await ann.send([group(5)], first: 5).refusal?.code == .invalidRequest)
            #expect(try await ann.send([group(4)], first: 0).refusal?.code == .invalidRequest)
            let frames = try await ann.frames {
                if case .ack(let ack) = $0 { ack.operation.low == 1 << 63 | 3 } else { false }
            }
            #expect(acks(frames) == 3)
        }
    }

    @Test("a held poll is answered as soon as a frame comes, and by a later poll in its place")
    func held() async throws {
        try await RunningServer.serve { server in
            let ann = try await Client("Ann", at: server)
            let count = try await ann.frames { if case .welcome = $0 { true } else { false } }.count
            async let displaced = ann.poll(after: count, wait: 25_000)
            async let held = server.ask(
                "POST", "\(ann.path)/poll?after=\(count)&wait=3600000", "{}", token: ann.user.accessToken)
            _ = try await ann.send([group(1)], first: 1)
            let bodies = [try await displaced.body, try await held.body]
            #expect(bodies.contains { $0.contains(#""type":"ack""#) } || bodies.allSatisfy { !$0.contains("refusal") })
            let frames = try await ann.frames(after: count, wait: 20_000)
            #expect(acks(frames) == 1)
        }
    }

    @Test("the time that polls are held does not count as the server's")
    func times() async throws {
        try await RunningServer.serve { server in
            func timed() async throws -> Int {
                let line = try await server.ask("GET", "/metrics").body.split(separator: "\n")
                    .first { $0.hasPrefix("nexus_http_request_duration_seconds_count") }
                return try #require(line?.split(separator: " ").last.flatMap { Double($0) }.map { Int($0) })
            }
            let ann = try await Client("Ann", at: server)
            _ = try await ann.poll(after: 0, wait: 20_000)
            let before = try await timed()
            for _ in 1...5 { _ = try await ann.poll(after: 0) }
            #expect(try await timed() == before + 1, "the metrics' own request")
        }
    }

    // MARK: Foreign and forged

    @Test("answer nobody but the session that opened them")
    func foreign() async throws {
        try await RunningServer.serve { server in
            let ann = try await Client("Ann", at: server)
            let bob = try await server.signUp("Bob")
            let body = #"{"email":"ann@example.org","password":"correct horse","device":"second"}"#
            let second = try SignedIn.decode(try await server.ask("POST", "/v1/sessions", body).body)
            for token in [bob.accessToken, second.accessToken] {
                #expect(try await ann.poll(after: 0, token: token).refusal?.code == .notFound)
                #expect(try await ann.send([group(1)], first: 1, token: token).refusal?.code == .notFound)
                #expect(try await server.ask("DELETE", ann.path, token: token).refusal?.code == .notFound)
            }
            for forged in ["x", "..", "019360a0-0000-7000-8000-000000000009", String(repeating: "0", count: 4_000)] {
                let answer = try await server.ask(
                    "POST", "/v1/live/polled/\(forged)/poll?after=0", "{}", token: ann.user.accessToken)
                #expect((400..<500).contains(answer.status), "\(forged.prefix(8))")
            }
            for token in [nil, "nonsense"] {
                for path in ["/v1/live/polled", "\(ann.path)/poll?after=0", "\(ann.path)/frames?first=1"] {
                    #expect(try await server.ask("POST", path, "{}", token: token).status == 401)
                }
            }
            // A WebSocket cannot be polled.
            let live = try await server.connect()
            try await live.send(TransportFixture.upgrade(headers: [("Authorization", "Bearer \(bob.accessToken)")]))
            #expect(try await live.response().head.hasPrefix("HTTP/1.1 101 "))
            #expect(try await ann.frames(after: 0).count >= 1)
        }
    }

    @Test("end with their session, also while a poll is held, and with their access")
    func ended() async throws {
        try await RunningServer.serve(configure: { $0.transport.sweepInterval = .milliseconds(10) }) { server in
            let ann = try await Client("Ann", at: server)
            let count = try await ann.frames { if case .welcome = $0 { true } else { false } }.count
            async let held = ann.poll(after: count, wait: 25_000)
            #expect(try await server.ask("DELETE", "/v1/sessions/current", token: ann.user.accessToken).status == 200)
            let answer = try await held
            #expect([401, 404].contains(answer.status), "\(answer.body)")
            #expect(try await ann.poll(after: count).status == 401)

            let bob = try await Client("Bob", at: server)
            server.clock.advance(by: bob.user.expiresIn)
            #expect(try await bob.send([group(1)], first: 1).refusal?.code == .tokenExpired)
            let refresh = #"{"refreshToken":"\#(bob.user.refreshToken)"}"#
            let renewed = try SignedIn.decode(try await server.ask("POST", "/v1/sessions/refresh", refresh).body)
            try await eventually("the socket that was not renewed is closed") {
                try await bob.poll(after: 0, token: renewed.accessToken).refusal?.code == .notFound
            }
        }
    }

    @Test("are closed by their client at once, and known no more")
    func closed() async throws {
        try await RunningServer.serve { server in
            let ann = try await Client("Ann", at: server)
            #expect(try await server.ask("DELETE", ann.path, token: ann.user.accessToken).status == 200)
            #expect(try await ann.poll(after: 0).refusal?.code == .notFound)
            #expect(try await ann.send([group(1)], first: 1).refusal?.code == .notFound)
            #expect(try await server.ask("GET", "/metrics").body.contains("nexus_polled_sockets 0"))
        }
    }

    // MARK: Floods

    @Test("are limited in number as WebSockets are, and in requests")
    func limits() async throws {
        try await RunningServer.serve(configure: {
            $0.rateLimits.isOn = true
            $0.rateLimits.connectionsPerPerson = 2
            $0.rateLimits.pollsAtOnce = 10
            $0.rateLimits.pollsPerSecond = 1
        }) { server in
            let ann = try await Client("Ann", at: server)
            let second = try await Client(ann.user, at: server)
            let third = try await server.ask("POST", "/v1/live/polled", "{}", token: ann.user.accessToken)
            #expect(third.refusal?.code == .rateLimited)
            #expect(third.refusal?.message.contains("2 devices") == true)
            for _ in 0..<7 { #expect(try await second.poll(after: 0).status == 200) }
            let refused = try await second.poll(after: 0)
            #expect(refused.refusal?.code == .rateLimited)
            #expect((refused.refusal?.retryAfter ?? 0) > 0)
            server.clock.advance(by: 1_000)
            #expect(try await second.poll(after: 0).status == 200)
            // Another person is not affected.
            _ = try await Client("Bob", at: server)
        }
    }

    @Test("refuse what is over a limit by one, and take what is at it")
    func edges() async throws {
        try await RunningServer.serve { server in
            let ann = try await Client("Ann", at: server)
            let typing = String(decoding: ClientFrame.activity(active: true).json, as: UTF8.self)
            func lines(_ count: Int) -> String { Array(repeating: typing, count: count).joined(separator: "\n") }
            #expect(try await ann.send(text: lines(Limits.polledFrames + 1), first: 1).refusal?.code == .tooLarge)
            #expect(try await ann.send(text: lines(Limits.polledFrames), first: 1).status == 200)
            let next = Limits.polledFrames + 1
            func padded(_ bytes: Int) -> String { typing + String(repeating: " ", count: bytes - typing.utf8.count) }
            #expect(try await ann.send(text: padded(Limits.frameBytes + 1), first: next).refusal?.code == .tooLarge)
            #expect(try await ann.send(text: padded(Limits.frameBytes), first: next).status == 200)
            let body = String(repeating: " ", count: Limits.polledBytes + 1)
            #expect(try await ann.send(text: body, first: next + 1).status == 413)
            #expect(try await ann.send([.activity(active: true)], first: next + 1).status == 200)
        }
    }

    @Test("are closed after as many invalid frames as a WebSocket")
    func invalid() async throws {
        try await RunningServer.serve { server in
            let ann = try await Client("Ann", at: server)
            let lines = Array(repeating: "{}", count: LiveSession.faultLimit - 1).joined(separator: "\n")
            #expect(try await ann.send(text: lines, first: 1).status == 200)
            #expect(try await ann.poll(after: 0).status == 200)
            _ = try await ann.send(text: "[", first: LiveSession.faultLimit)
            try await eventually("it is closed") { try await ann.poll(after: 0).refusal?.code == .notFound }
        }
    }

    @Test("of a client that never reads keep a bounded number of bytes, and it is told to catch up")
    func neverReads() async throws {
        // No sweep: it closes one that lags for longer than 30 s, which this may last on a busy machine.
        try await RunningServer.serve(configure: {
            $0.transport.pendingBytesLimit = 20_000
            $0.transport.sweepInterval = .hours(1)
        }) { server in
            let ann = try await Client("Ann", at: server)
            for number in 1...200 { try await ann.send([group(UInt64(number))], first: number) }
            var largest = 0
            try await eventually("frames were dropped") {
                let answer = try await ann.poll(after: 0)
                largest = max(largest, answer.body.utf8.count)
                return largest > 20_000
            }
            #expect(largest < 40_000)
            let kept = try await ann.frames(after: 0)
            let rest = try await ann.frames(after: kept.count)
            #expect(rest.first == .lagged)
        }
    }
}
