import NIOCore
import NexusCore
import Testing

@testable import NexusServer

@Suite("Two-step sign-in of everyone", .timeLimit(.minutes(10)))
struct RequiredSecondFactorTests {
    /// A server whose administrator Ada requires a second factor; she and Grace have none.
    private func team<T: Sendable>(
        _ body: @Sendable (RunningServer, SignedIn, SignedIn) async throws -> T
    ) async throws -> T {
        try await RunningServer.serve(configure: { $0.transport.sweepInterval = .milliseconds(10) }) { server in
            let ada = try await server.signUp("Ada")
            let grace = try await server.signUp("Grace")
            return try await body(server, ada, grace)
        }
    }

    @Test("a person without one is refused everything but setting it up and signing out, and then nothing")
    func enrolled() async throws {
        try await team { (server, ada, grace) async throws in
            #expect(try await server.require(true, by: ada).status == 200)
            for (method, path) in [
                ("GET", "/v1/profile"), ("GET", "/v1/conversations"), ("GET", "/v1/sessions"), ("GET", "/v1/people"),
                ("GET", "/v1/live"), ("POST", "/v1/live/renew"), ("POST", "/v1/operations"), ("POST", "/v1/password"),
                ("POST", "/v1/second-factor/remove"), ("POST", "/v1/search"), ("GET", "/v1/admin/audit"),
            ] {
                let answer = try await server.ask(
                    method, path, method == "POST" ? "{}" : nil, token: grace.accessToken)
                #expect(answer.refusal?.code == .secondFactorRequired, "\(method) \(path)")
                #expect(answer.status == 403, "\(method) \(path)")
            }
            let state = try await server.secondFactor(of: grace)
            #expect(state == SecondFactorState(isRequired: true))
            _ = try await server.enrol(grace)
            #expect(try await server.ask("GET", "/v1/profile", token: grace.accessToken).status == 200)
        }
    }

    @Test("who signs in, signs up or refreshes without one is told so, and may sign out")
    func told() async throws {
        try await team { (server, ada, grace) async throws in
            _ = try await server.require(true, by: ada)
            let entered = try SignedIn.decode(try await server.enter("Grace").body)
            #expect(entered.needsSecondFactor)
            #expect(try await server.signUp("Eve").needsSecondFactor)
            let refresh = RefreshRequest(refreshToken: grace.refreshToken)
            let refreshed = try await server.ask(
                "POST", "/v1/sessions/refresh", String(decoding: refresh.json, as: UTF8.self))
            #expect(try SignedIn.decode(refreshed.body).needsSecondFactor)
            #expect(
                try await server.ask("DELETE", "/v1/sessions/current", token: entered.accessToken).status == 200)

            let owner = try await server.enrol(try SignedIn.decode(try await server.enter("Grace").body))
            server.clock.advance(by: 60_000)
            let again = try await server.enter("Grace", code: owner.code(at: server.clock.now))
            #expect(try !SignedIn.decode(again.body).needsSecondFactor)
        }
    }

    @Test("the administrator who requires it sets it up too; only administrators may; the audit log says so")
    func policy() async throws {
        try await team { (server, ada, grace) async throws in
            #expect(try await server.require(true, by: grace).refusal?.code == .forbidden)
            let info = try ServerInfo.decode(try await server.require(true, by: ada).body)
            #expect(info.requiresSecondFactor)
            #expect(try await server.require(false, by: ada).refusal?.code == .secondFactorRequired)
            _ = try await server.enrol(ada)
            let notes = try await server.acts(for: ada)
            #expect(notes.map(\.act) == [.addSecondFactor, .changePolicy])
            #expect(notes.last?.note == "two-step sign-in: required")
            #expect(try await server.require(false, by: ada).status == 200)
            #expect(try await server.ask("GET", "/v1/profile", token: grace.accessToken).status == 200)
        }
    }

    @Test("a live socket of a person without one is asked to renew, cannot, and ends within a minute")
    func sockets() async throws {
        try await team { (server, ada, grace) async throws in
            _ = try await server.enrol(ada)
            let socket = try await server.connect()
            defer { socket.close() }
            try await socket.send(
                TransportFixture.upgrade(headers: [("Authorization", "Bearer \(grace.accessToken)")]))
            #expect(try await socket.response().head.hasPrefix("HTTP/1.1 101 "))
            _ = try await server.require(true, by: ada)
            var frame = try await socket.nextFrame()
            while !frame.text.hasPrefix(#"{"type":"renew""#) { frame = try await socket.nextFrame() }
            server.clock.advance(by: Limits.renewalGraceMilliseconds)
            while frame.opcode != 8 { frame = try await socket.nextFrame() }
            #expect(frame.closeCode == 4_002)
        }
    }

    @Test("turning it off where it is required leads back to setting it up")
    func removed() async throws {
        try await team { (server, ada, grace) async throws in
            _ = try await server.require(true, by: ada)
            let owner = try await server.enrol(grace)
            server.clock.advance(by: 60_000)
            let stepUp = StepUp(password: "correct horse", code: owner.code(at: server.clock.now))
            #expect(try await server.remove(grace, stepUp).status == 200)
            let answer = try await server.ask("GET", "/v1/profile", token: grace.accessToken)
            #expect(answer.refusal?.code == .secondFactorRequired)
        }
    }
}
