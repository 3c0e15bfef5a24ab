import NexusCore
import Testing

@testable import NexusServer

@Suite("Limits of rates over HTTP", .timeLimit(.minutes(1)))
struct LimitedRateTests {
    private let wrong = #"{"email":"ann@example.org","password":"wrong"}"#

    @Test("too many tries to sign in are refused for a time that is named, and then taken again")
    func signIn() async throws {
        try await RunningServer.serve(configure: { $0.rateLimits.isOn = true }) { server in
            for _ in 0..<10 { #expect(try await server.ask("POST", "/v1/sessions", wrong).status == 401) }
            let refused = try await server.ask("POST", "/v1/sessions", wrong)
            #expect(refused.status == 429)
            #expect(refused.refusal?.code == .rateLimited)
            #expect(refused.headers["retry-after"] == "6")
            server.clock.advance(by: 5_999)
            #expect(try await server.ask("POST", "/v1/sessions", wrong).headers["retry-after"] == "1")
            server.clock.advance(by: 1)
            #expect(try await server.ask("POST", "/v1/sessions", wrong).status == 401)
        }
    }

    @Test("too many new accounts from one address are refused")
    func signUp() async throws {
        try await RunningServer.serve(configure: {
            $0.rateLimits.isOn = true
            $0.rateLimits.signUpsPerHour = 2
        }) { server in
            _ = try await server.signUp("Ann")
            _ = try await server.signUp("Bob")
            let body = #"{"email":"cem@example.org","password":"correct horse","name":"Cem"}"#
            let refused = try await server.ask("POST", "/v1/accounts", body)
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == "1800")
        }
    }

    @Test("a client cannot choose its address, but a proxy that is trusted may name it")
    func forwarded() async throws {
        for trusted in [false, true] {
            try await RunningServer.serve(configure: {
                $0.rateLimits.isOn = true
                $0.rateLimits.signInsPerMinute = 2
                $0.rateLimits.trustsProxy = trusted
            }) { server in
                var statuses: [Int] = []
                for number in 0..<3 {
                    let body = #"{"email":"\#(number)@example.org","password":"wrong"}"#
                    let header = ("X-Forwarded-For", "192.0.2.1, 198.51.100.\(number)")
                    statuses.append(try await server.ask("POST", "/v1/sessions", body, headers: [header]).status)
                }
                #expect(statuses == (trusted ? [401, 401, 401] : [401, 401, 429]))
            }
        }
    }

    @Test("operations too fast are refused, and a repeated one may be sent later")
    func operations() async throws {
        try await RunningServer.serve(configure: {
            $0.rateLimits.isOn = true
            $0.rateLimits.operationsAtOnce = 1
            $0.rateLimits.operationsPerSecond = 1
        }) { server in
            let token = try await server.signUp("Ann").accessToken
            let operation = NexusCore.Operation(
                id: OperationID(high: 0x7000, low: 1 << 63), kind: .updateProfile(name: "Anna", showsPresence: nil))
            #expect(try await server.apply(operation, token: token).status == 200)
            let refused = try await server.apply(operation, token: token)
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == "1")
            server.clock.advance(by: 1_000)
            #expect(try await server.apply(operation, token: token).status == 200)
        }
    }

    @Test("one live socket more than somebody may have is refused before it opens")
    func sockets() async throws {
        try await RunningServer.serve(configure: {
            $0.rateLimits.isOn = true
            $0.rateLimits.connectionsPerPerson = 2
        }) { server in
            let token = try await server.signUp("Ann").accessToken
            let upgrade = TransportFixture.upgrade(headers: [("Authorization", "Bearer \(token)")])
            var open: [RawSocket] = []
            for _ in 0..<2 {
                let socket = try await server.connect()
                try await socket.send(upgrade)
                #expect(try await socket.response().head.hasPrefix("HTTP/1.1 101 "))
                // Once it is welcome it is counted.
                #expect(try await socket.nextFrame().text.contains("welcome"))
                open.append(socket)
            }
            let refused = try await server.connect()
            try await refused.send(upgrade)
            let answer = try RunningServer.Answer(await refused.response())
            #expect(answer.status == 429)
            #expect(answer.headers["retry-after"] == "30")
            open[0].close()
            try await eventually("a place is free") {
                let socket = try await server.connect()
                defer { socket.close() }
                try await socket.send(upgrade)
                return try await socket.response().head.hasPrefix("HTTP/1.1 101 ")
            }
        }
    }
}
