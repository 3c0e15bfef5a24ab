import NexusCore
import Testing

@testable import NexusServer

@Suite("Changing a password")
struct PasswordChangeTests {
    /// A server where Ada administers and Grace is signed in on two devices.
    private func team<T: Sendable>(
        limited: Bool = false, _ body: @Sendable (RunningServer, SignedIn, SignedIn, SignedIn) async throws -> T
    ) async throws -> T {
        try await RunningServer.serve(configure: { $0.rateLimits.isOn = limited }) { server in
            let ada = try await server.signUp("Ada")
            let grace = try await server.signUp("Grace")
            let other = try SignedIn.decode(try await server.signIn("Grace").body)
            return try await body(server, ada, grace, other)
        }
    }

    @Test("the new one works and the current one no longer does; the owner's other devices are signed out")
    func changes() async throws {
        try await team { (server, _, grace, other) async throws in
            let change = PasswordChange(password: "correct horse", newPassword: "battery staple")
            #expect(try await server.change(change, of: grace).status == 200)
            #expect(try await server.isSignedIn(grace))
            #expect(try await !server.isSignedIn(other))
            #expect(try await server.signIn("Grace").refusal?.code == .wrongCredentials)
            #expect(try await server.signIn("Grace", password: "battery staple").status == 200)
        }
    }

    @Test("the other devices stay signed in if the owner wants that")
    func keeps() async throws {
        try await team { (server, _, grace, other) async throws in
            let change = PasswordChange(password: "correct horse", newPassword: "battery staple", endsOthers: false)
            #expect(try await server.change(change, of: grace).status == 200)
            #expect(try await server.isSignedIn(grace))
            #expect(try await server.isSignedIn(other))
        }
    }

    @Test("a wrong current one, and a new one that is too short, change nothing")
    func refused() async throws {
        try await team { (server, ada, grace, other) async throws in
            let guess = PasswordChange(password: "a wrong guess", newPassword: "battery staple")
            #expect(try await server.change(guess, of: grace).refusal?.code == .wrongCredentials)
            let short = PasswordChange(password: "correct horse", newPassword: "short")
            #expect(try await server.change(short, of: grace).refusal?.code == .invalidPassword)
            #expect(try await server.isSignedIn(other))
            #expect(try await server.signIn("Grace").status == 200)
            #expect(try await server.acts(for: ada).isEmpty)
        }
    }

    @Test("a stolen session guesses the current one no faster than a stranger, and its guesses delay sign-ins there")
    func limited() async throws {
        try await team(limited: true) { (server, _, grace, _) async throws in
            let guess = PasswordChange(password: "a wrong guess", newPassword: "battery staple")
            for _ in 0..<SignInLimits.freeFailures {
                #expect(try await server.change(guess, of: grace).refusal?.code == .wrongCredentials)
            }
            #expect(try await server.change(guess, of: grace).refusal?.code == .rateLimited)
            #expect(try await server.signIn("Grace").refusal?.code == .rateLimited)
        }
    }

    @Test("of changes at the same time one succeeds")
    func race() async throws {
        try await team { (server, _, grace, _) async throws in
            let statuses = try await withThrowingTaskGroup { tasks in
                for number in 0..<4 {
                    tasks.addTask {
                        let change = PasswordChange(
                            password: "correct horse", newPassword: "battery staple \(number)")
                        return try await server.change(change, of: grace).status
                    }
                }
                return try await tasks.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 401, 401, 401])
        }
    }

    @Test("the audit log says who changed theirs, and how many sessions ended")
    func audited() async throws {
        try await team { (server, ada, grace, _) async throws in
            let change = PasswordChange(password: "correct horse", newPassword: "battery staple")
            _ = try await server.change(change, of: grace)
            let entry = try #require(try await server.acts(for: ada).first)
            #expect(entry.act == .changePassword)
            #expect(entry.actor.id == grace.profile.user.id)
            #expect(entry.subject.id == grace.profile.user.id)
            #expect(entry.note == "sessions ended: 1")
        }
    }
}

extension RunningServer {
    func signIn(_ name: String, password: String = "correct horse") async throws -> Answer {
        let request = SignInRequest(email: "\(name.lowercased())@example.org", password: password, device: "test")
        return try await ask("POST", "/v1/sessions", String(decoding: request.json, as: UTF8.self))
    }

    func change(_ change: PasswordChange, of person: SignedIn) async throws -> Answer {
        try await ask(
            "POST", "/v1/password", String(decoding: change.json, as: UTF8.self), token: person.accessToken)
    }

    func isSignedIn(_ person: SignedIn) async throws -> Bool {
        try await ask("GET", "/v1/profile", token: person.accessToken).status == 200
    }

    /// The audit log, the newest first.
    func acts(for administrator: SignedIn) async throws -> [AuditEntry] {
        try AuditPage.decode(try await ask("GET", "/v1/admin/audit", token: administrator.accessToken).body).entries
    }
}
