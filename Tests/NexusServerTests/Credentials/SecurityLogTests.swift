import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The log of one's own security", .timeLimit(.minutes(10)))
struct SecurityLogTests {
    private func team<T: Sendable>(
        _ body: @Sendable (RunningServer, SignedIn, SignedIn) async throws -> T
    ) async throws -> T {
        try await RunningServer.serve(configure: { $0.rateLimits.trustsProxy = true }) { server in
            let ada = try await server.signUp("Ada")
            let grace = try await server.signUp("Grace")
            return try await body(server, ada, grace)
        }
    }

    @Test("the first success tells of the failed attempts before it, since when and from where, once")
    func failures() async throws {
        try await team { (server, ada, grace) async throws in
            let since = server.clock.now
            for address in ["203.0.113.7", "198.51.100.2", "203.0.113.7", "203.0.113.7"] {
                _ = try await server.enter("Grace", password: "a wrong guess", from: address)
                server.clock.advance(by: 1_000)
            }
            _ = try await server.enter("Nobody", password: "a wrong guess", from: "203.0.113.7")
            let entered = try SignedIn.decode(try await server.enter("Grace", from: "192.0.2.1").body)
            let log = try await server.securityLog(of: grace)
            #expect(log.map(\.act) == [.signIn, .failSignIn])
            #expect(log.map(\.session) == [entered.session, entered.session])
            let failed = try #require(log.last)
            #expect(failed.count == 4)
            #expect(failed.since == since)
            #expect(failed.note == "203.0.113.7, 198.51.100.2")
            #expect(log.first?.note == "test, 192.0.2.1")
            _ = try await server.enter("Grace")
            #expect(try await server.securityLog(of: grace).map(\.act) == [.signIn, .signIn, .failSignIn])
            #expect(try await server.securityLog(of: ada).isEmpty, "each sees their own alone")
        }
    }

    @Test("of one account 20 addresses are kept, three are told, and all attempts are counted")
    func bounded() async throws {
        try await team { (server, _, grace) async throws in
            for number in 0..<25 {
                _ = try await server.enter("Grace", password: "a wrong guess", from: "203.0.113.\(number)")
            }
            _ = try await server.enter("Grace", password: "a wrong guess", from: "203.0.113.1")
            _ = try await server.enter("Grace")
            let failed = try #require(try await server.securityLog(of: grace).last)
            #expect(failed.count == 26)
            #expect(failed.note.hasPrefix("203.0.113.1, "))
            #expect(failed.note.hasSuffix(" and 17 more"))
        }
    }

    @Test("wrong codes of the second factor are failed attempts")
    func codes() async throws {
        try await team { (server, _, grace) async throws in
            let owner = try await server.enrol(grace)
            server.clock.advance(by: 60_000)
            _ = try await server.enter("Grace")
            _ = try await server.enter("Grace", code: owner.wrongCode(at: server.clock.now))
            _ = try await server.enter("Grace", code: owner.code(at: server.clock.now))
            let log = try await server.securityLog(of: grace)
            #expect(log.map(\.act) == [.signIn, .failSignIn, .addSecondFactor])
            #expect(log[1].count == 1)
        }
    }

    @Test("administrators see sign-ins in the audit log on demand, with what else concerns security")
    func audit() async throws {
        try await team { (server, ada, grace) async throws in
            _ = try await server.enter("Grace")
            _ = try await server.resetLink(for: grace, by: ada)
            #expect(try await server.acts(for: ada).map(\.act) == [.makeResetLink])
            let all = try await server.ask("GET", "/v1/admin/audit?sign-ins=true", token: ada.accessToken)
            #expect(try AuditPage.decode(all.body).entries.map(\.act) == [.makeResetLink, .signIn])
            #expect(try await server.securityLog(of: grace).map(\.act) == [.makeResetLink, .signIn])
            #expect(try await server.securityLog(of: grace, before: 2).map(\.act) == [.signIn])
            let refused = try await server.ask("GET", "/v1/admin/audit?sign-ins=true", token: grace.accessToken)
            #expect(refused.refusal?.code == .forbidden)
        }
    }

    @Test("a sign-in is told on the user's other devices at once, and on those that connect later")
    func told() async throws {
        try await team { (server, _, grace) async throws in
            let socket = try await server.connect()
            defer { socket.close() }
            try await socket.send(
                TransportFixture.upgrade(headers: [("Authorization", "Bearer \(grace.accessToken)")]))
            #expect(try await socket.response().head.hasPrefix("HTTP/1.1 101 "))
            _ = try await server.enter("Grace")
            let number = try #require(try await server.securityLog(of: grace).first?.number)
            while true {
                guard case .own(let changes) = try ServerFrame.decode(try await socket.nextFrame().text) else {
                    continue
                }
                #expect(changes.profile?.securityNumber == number)
                break
            }
            let later = try await server.ask("GET", "/v1/own/changes?after=0", token: grace.accessToken)
            #expect(try UserSettingsChanges.decode(later.body).profile?.securityNumber == number)
        }
    }

    @Test("sessions show the address of the sign-in, and the place where a trusted proxy names it")
    func places() async throws {
        try await team { (server, _, grace) async throws in
            let request = SignInRequest(email: "grace@example.org", password: "correct horse", device: "phone")
            _ = try await server.ask(
                "POST", "/v1/sessions", String(decoding: request.json, as: UTF8.self),
                headers: [("X-Forwarded-For", "203.0.113.7"), ("Nexus-Place", "Berlin,\t Germany")])
            let sessions = try await server.sessions(of: grace)
            let phone = try #require(sessions.first { $0.device == "phone" })
            #expect(phone.address == "203.0.113.7")
            #expect(phone.place == "Berlin, Germany")
        }
        try await RunningServer.serve { server in
            let ada = try await server.signUp("Ada")
            let request = SignInRequest(email: "ada@example.org", password: "correct horse", device: "phone")
            _ = try await server.ask(
                "POST", "/v1/sessions", String(decoding: request.json, as: UTF8.self),
                headers: [("X-Forwarded-For", "203.0.113.7"), ("Nexus-Place", "Berlin")])
            for session in try await server.sessions(of: ada) {
                #expect(session.address == "127.0.0.1", "nobody is believed without a proxy")
                #expect(session.place == nil)
            }
        }
    }

    @Test("all other sessions end at once, and the log says how many")
    func others() async throws {
        try await team { (server, ada, grace) async throws in
            let phone = try SignedIn.decode(try await server.enter("Grace").body)
            let tablet = try SignedIn.decode(try await server.enter("Grace").body)
            #expect(try await server.ask("DELETE", "/v1/sessions/others", token: phone.accessToken).status == 200)
            #expect(try await server.isSignedIn(phone))
            #expect(try await server.isSignedIn(ada), "other people stay signed in")
            for ended in [grace, tablet] { #expect(try await !server.isSignedIn(ended)) }
            let entry = try #require(try await server.securityLog(of: phone).first)
            #expect(entry.act == .endSessions)
            #expect(entry.note == "sessions ended: 2")
            #expect(try await server.ask("DELETE", "/v1/sessions/others", token: phone.accessToken).status == 200)
            #expect(try await server.securityLog(of: phone).first?.number == entry.number, "a no-op is not logged")
        }
    }
}

extension RunningServer {
    fileprivate func securityLog(of person: SignedIn, before number: Int64? = nil) async throws -> [AuditEntry] {
        let query = number.map { "?before=\($0)" } ?? ""
        return try AuditPage.decode(
            try await ask("GET", "/v1/security\(query)", token: person.accessToken).body
        ).entries
    }

    fileprivate func sessions(of person: SignedIn) async throws -> [SessionInfo] {
        try SessionList.decode(try await ask("GET", "/v1/sessions", token: person.accessToken).body).sessions
    }
}
