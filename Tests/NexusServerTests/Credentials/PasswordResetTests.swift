import NexusCore
import Testing

@testable import NexusServer

@Suite("Setting a password with a link of an administrator")
struct PasswordResetTests {
    /// A server where Ada administers and Grace is signed in on two devices.
    private func team<T: Sendable>(
        limited: Bool = false, log: LogLines? = nil,
        _ body: @Sendable (RunningServer, SignedIn, SignedIn, SignedIn) async throws -> T
    ) async throws -> T {
        try await RunningServer.serve(configure: { $0.rateLimits.isOn = limited }, logger: log?.logger) { server in
            let ada = try await server.signUp("Ada")
            let grace = try await server.signUp("Grace")
            let other = try SignedIn.decode(try await server.signIn("Grace").body)
            return try await body(server, ada, grace, other)
        }
    }

    @Test("the link names its person, sets a new password once, signs in, and ends all other sessions")
    func resets() async throws {
        try await team { (server, ada, grace, other) async throws in
            let link = try await server.resetLink(for: grace, by: ada)
            #expect(link.token.count == 43, "256 bits")
            let looked = try await server.lookAtReset(link.token)
            #expect(try ResetPreview.decode(looked.body).user.id == grace.profile.user.id)
            let signedIn = try SignedIn.decode(try await server.reset(link.token, to: "battery staple").body)
            #expect(signedIn.profile.user.id == grace.profile.user.id)
            #expect(try await server.isSignedIn(signedIn))
            for old in [grace, other] { #expect(try await !server.isSignedIn(old)) }
            #expect(try await server.reset(link.token, to: "another one").refusal?.code == .resetInvalid)
            #expect(try await server.signIn("Grace").refusal?.code == .wrongCredentials)
            #expect(try await server.signIn("Grace", password: "battery staple").status == 200)
        }
    }

    @Test("the link works for 30 minutes")
    func expires() async throws {
        try await team { (server, ada, grace, _) async throws in
            let link = try await server.resetLink(for: grace, by: ada)
            server.clock.advance(by: 30 * 60_000 - 1)
            #expect(try await server.lookAtReset(link.token).status == 200)
            server.clock.advance(by: 1)
            let late = try await server.reset(link.token, to: "battery staple")
            #expect(late.refusal?.message == "This link has expired. Ask an administrator for a new one.")
            #expect(try await server.signIn("Grace").status == 200)
        }
    }

    @Test("a refused new password leaves the link as it is")
    func unspent() async throws {
        try await team { (server, ada, grace, _) async throws in
            let link = try await server.resetLink(for: grace, by: ada)
            #expect(try await server.reset(link.token, to: "short").refusal?.code == .invalidPassword)
            #expect(try await server.reset(link.token, to: "battery staple").status == 200)
        }
    }

    @Test("a newer link, and a change by the owner, invalidate the older link")
    func replaced() async throws {
        try await team { (server, ada, grace, _) async throws in
            let first = try await server.resetLink(for: grace, by: ada)
            let second = try await server.resetLink(for: grace, by: ada)
            #expect(try await server.reset(first.token, to: "battery staple").refusal?.code == .resetInvalid)
            let change = PasswordChange(password: "correct horse", newPassword: "battery staple")
            #expect(try await server.change(change, of: grace).status == 200)
            #expect(try await server.reset(second.token, to: "another one").refusal?.code == .resetInvalid)
        }
    }

    @Test("a link of an administrator who was discharged does not work, nor one for a suspended account")
    func discharged() async throws {
        try await team { (server, ada, grace, _) async throws in
            let eve = try await server.signUp("Eve")
            try await server.administer(grace, AccountChange(isAdministrator: true), by: ada)
            let byGrace = try await server.resetLink(for: eve, by: grace)
            try await server.administer(eve, AccountChange(isSuspended: true), by: ada)
            #expect(try await server.reset(byGrace.token, to: "battery staple").refusal?.code == .accountSuspended)
            try await server.administer(eve, AccountChange(isSuspended: false), by: ada)
            try await server.administer(grace, AccountChange(isAdministrator: false), by: ada)
            #expect(try await server.reset(byGrace.token, to: "battery staple").refusal?.code == .resetInvalid)
        }
    }

    @Test("only administrators make links, and only for people who have a password")
    func forbidden() async throws {
        try await team { (server, ada, grace, _) async throws in
            let refused = try await server.tryToReset(ada.profile.user.id, by: grace)
            #expect(refused.refusal?.code == .forbidden)
            let addition = AccountAddition(name: "Emmy", email: "emmy@example.org")
            let added = try await server.ask(
                "POST", "/v1/admin/accounts", String(decoding: addition.json, as: UTF8.self), token: ada.accessToken)
            let emmy = try AdministeredAccount.decode(added.body).user.id
            #expect(try await server.tryToReset(emmy, by: ada).refusal?.code == .unknownPerson)
            let nobody = UserID(high: 1, low: 1)
            #expect(try await server.tryToReset(nobody, by: ada).refusal?.code == .unknownPerson)
        }
    }

    @Test("of many who use a link at the same time one sets the password")
    func race() async throws {
        try await team { (server, ada, grace, _) async throws in
            let link = try await server.resetLink(for: grace, by: ada)
            let statuses = try await withThrowingTaskGroup { tasks in
                for number in 0..<4 {
                    tasks.addTask { try await server.reset(link.token, to: "battery staple \(number)").status }
                }
                return try await tasks.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 403, 403, 403])
        }
    }

    @Test("made-up links are refused alike, and count for their address")
    func guesses() async throws {
        try await team(limited: true) { (server, _, grace, _) async throws in
            for guess in ["", "token", String(repeating: "A", count: 43), grace.profile.user.id.text] {
                #expect(try await server.reset(guess, to: "battery staple").refusal?.code == .resetInvalid)
            }
            while try await server.lookAtReset("made-up").refusal?.code == .resetInvalid {}
            #expect(try await server.lookAtReset("made-up").refusal?.code == .rateLimited)
        }
    }

    @Test("the audit log has who made the link and that it was used, and no log has the token")
    func audited() async throws {
        let log = LogLines()
        let token = try await team(log: log) { (server, ada, grace, _) async throws in
            let link = try await server.resetLink(for: grace, by: ada)
            _ = try await server.reset(link.token, to: "battery staple")
            let entries = try await server.acts(for: ada)
            #expect(entries.map(\.act) == [.resetPassword, .makeResetLink])
            #expect(entries.map(\.actor.id) == [grace.profile.user.id, ada.profile.user.id])
            #expect(entries.map(\.note) == ["sessions ended: 2", ""])
            return link.token
        }
        #expect(!log.all.contains { $0.contains(token) })
    }

    @Test("a page of another origin cannot sign a browser in with a link")
    func foreignOrigin() async throws {
        try await team { (server, ada, grace, _) async throws in
            let link = try await server.resetLink(for: grace, by: ada)
            let request = PasswordReset(token: link.token, password: "battery staple", device: "test")
            let answer = try await server.ask(
                "POST", "/v1/password/reset", String(decoding: request.json, as: UTF8.self),
                headers: [("Nexus-Session", "cookie"), ("Origin", "https://evil.example")])
            #expect(answer.refusal?.code == .wrongOrigin)
            #expect(try await server.reset(link.token, to: "battery staple").status == 200)
        }
    }
}

extension RunningServer {
    func resetLink(
        for person: SignedIn, by administrator: SignedIn, removingSecondFactor removes: Bool = false
    ) async throws -> ResetLink {
        let request = ResetRequest(removesSecondFactor: removes)
        return try ResetLink.decode(try await tryToReset(person.profile.user.id, request, by: administrator).body)
    }

    func reset(_ token: String, to password: String, code: String? = nil) async throws -> Answer {
        let request = PasswordReset(token: token, password: password, device: "test", code: code)
        return try await ask("POST", "/v1/password/reset", String(decoding: request.json, as: UTF8.self))
    }

    func administer(_ person: SignedIn, _ change: AccountChange, by administrator: SignedIn) async throws {
        let path = "/v1/admin/accounts/\(person.profile.user.id)"
        let answer = try await ask(
            "POST", path, String(decoding: change.json, as: UTF8.self), token: administrator.accessToken)
        #expect(answer.status == 200)
    }

    fileprivate func tryToReset(
        _ user: UserID, _ request: ResetRequest = ResetRequest(), by caller: SignedIn
    ) async throws -> Answer {
        try await ask(
            "POST", "/v1/admin/accounts/\(user)/reset", String(decoding: request.json, as: UTF8.self),
            token: caller.accessToken)
    }

    func lookAtReset(_ token: String) async throws -> Answer {
        let request = ResetToken(token: token)
        return try await ask("POST", "/v1/password/look", String(decoding: request.json, as: UTF8.self))
    }
}
