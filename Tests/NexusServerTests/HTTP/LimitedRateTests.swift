import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Rate limits over HTTP", .timeLimit(.minutes(10)))
struct LimitedRateTests {
    private let wrong = #"{"email":"ann@example.org","password":"wrong"}"#

    @Test(
        "too many failed sign-ins to an account, existing or not, are refused for a stated time, and then accepted"
    )
    func signIn() async throws {
        try await RunningServer.serve(configure: { $0.rateLimits.isOn = true }) { server in
            _ = try await server.signUp("Ann")
            for email in ["ann@example.org", "nobody@example.org"] {
                let wrong = #"{"email":"\#(email)","password":"wrong"}"#
                for _ in 0..<5 { #expect(try await server.ask("POST", "/v1/sessions", wrong).status == 401) }
                let refused = try await server.ask("POST", "/v1/sessions", wrong)
                #expect(refused.status == 429)
                #expect(refused.refusal?.code == .rateLimited)
                #expect(refused.refusal?.message == "Too many failed sign-ins. Try again in 2 seconds.")
                #expect(refused.headers["retry-after"] == "2")
                server.clock.advance(by: 1_999)
                #expect(try await server.ask("POST", "/v1/sessions", wrong).headers["retry-after"] == "1")
                server.clock.advance(by: 1)
                #expect(try await server.ask("POST", "/v1/sessions", wrong).status == 401)
            }
        }
    }

    @Test("failures from elsewhere do not lock the owner of an account out")
    func owner() async throws {
        try await RunningServer.serve(configure: {
            $0.rateLimits.isOn = true
            $0.rateLimits.trustsProxy = true
        }) { server in
            _ = try await server.signUp("Ann")
            for number in 0..<100 {
                let wrong = #"{"email":"ann@example.org","password":"wrong"}"#
                let header = ("X-Forwarded-For", "198.51.100.\(number)")
                #expect(try await server.ask("POST", "/v1/sessions", wrong, headers: [header]).status == 401)
            }
            let right = #"{"email":"ann@example.org","password":"correct horse"}"#
            let home = ("X-Forwarded-For", "192.0.2.7")
            #expect(try await server.ask("POST", "/v1/sessions", right, headers: [home]).status == 200)
        }
    }

    @Test("too many reads of any kind are refused, and accepted after the stated time; writes continue")
    func reads() async throws {
        try await RunningServer.serve(configure: {
            $0.rateLimits.isOn = true
            $0.rateLimits.readsAtOnce = 3
            $0.rateLimits.readsPerSecond = 1
        }) { server in
            let ann = try await server.signUp("Ann").accessToken
            let bob = try await server.signUp("Bob").accessToken
            #expect(try await server.ask("GET", "/v1/conversations", token: ann).status == 200)
            #expect(try await server.ask("GET", "/v1/own/changes", token: ann).status == 200)
            #expect(try await server.ask("GET", "/v1/insights", token: ann).status == 200)
            for path in ["/v1/conversations", "/v1/profile", "/v1/sessions", "/v1/people", "/v1/ai"] {
                let refused = try await server.ask("GET", path, token: ann)
                #expect(refused.status == 429, "\(path)")
                #expect(refused.refusal?.code == .rateLimited)
                #expect(refused.headers["retry-after"] == "1")
            }
            #expect(try await server.ask("GET", "/v1/conversations", token: bob).status == 200)
            let operation = NexusCore.Operation(
                id: OperationID(high: 0x7000, low: 1 << 63), kind: .updateProfile(name: "Anna", showsPresence: nil))
            #expect(try await server.apply(operation, token: ann).status == 200)
            server.clock.advance(by: 1_000)
            #expect(try await server.ask("GET", "/v1/conversations", token: ann).status == 200)
        }
    }

    @Test("too many look-ups of people are refused, in the directory and one by one")
    func people() async throws {
        try await RunningServer.serve(configure: {
            $0.rateLimits.isOn = true
            $0.rateLimits.peopleAtOnce = 2
            $0.rateLimits.peoplePerMinute = 60
        }) { server in
            let ann = try await server.signUp("Ann")
            let path = "/v1/people/\(ann.profile.user.id)"
            #expect(try await server.ask("GET", "/v1/people?query=b", token: ann.accessToken).status == 200)
            #expect(try await server.ask("GET", path, token: ann.accessToken).status == 200)
            #expect(try await server.ask("GET", path, token: ann.accessToken).headers["retry-after"] == "1")
            #expect(try await server.ask("GET", "/v1/people", token: ann.accessToken).status == 429)
            #expect(try await server.ask("GET", "/v1/conversations", token: ann.accessToken).status == 200)
            server.clock.advance(by: 1_000)
            #expect(try await server.ask("GET", "/v1/people", token: ann.accessToken).status == 200)
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

    @Test("a client cannot choose its address, but a trusted proxy may state it")
    func forwarded() async throws {
        for trusted in [false, true] {
            try await RunningServer.serve(configure: {
                $0.rateLimits.isOn = true
                $0.rateLimits.failedSignInsAtOnce = 2
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

    @Test("too many operations are refused, and a repeated one may be sent later")
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

    @Test("one live socket too many is refused before it opens")
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
