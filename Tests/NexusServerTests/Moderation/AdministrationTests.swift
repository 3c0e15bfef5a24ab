import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Administration")
struct AdministrationTests {
    /// A running server with its administrator and two other users with a conversation.
    private struct Scene: Sendable {
        let server: RunningServer
        let root: SignedIn
        let bob: SignedIn
        let cem: SignedIn
        let talk: ConversationID

        init(_ server: RunningServer) async throws {
            self.server = server
            root = try await server.signUp("Root")
            bob = try await server.signUp("Bob")
            cem = try await server.signUp("Cem")
            talk = .direct(between: bob.profile.user.id, and: cem.profile.user.id)
            try await apply(.createDirect(talk, with: cem.profile.user.id), by: bob)
        }

        @discardableResult
        func apply(_ kind: Operation.Kind, by person: SignedIn) async throws -> (OperationID, RunningServer.Answer) {
            var random = SystemRandomNumberGenerator()
            let operation = Operation(id: OperationID(at: server.clock.now, using: &random), kind: kind)
            return (operation.id, try await server.apply(operation, token: person.accessToken))
        }

        /// Cem's message, as Bob reports it.
        func reported(_ text: String) async throws -> (message: MessageID, report: Report) {
            let (post, _) = try await apply(.post(talk, text: text, writtenAt: server.clock.now), by: cem)
            let (_, answer) = try await apply(.report(talk, message: post.retyped(), reason: "Unkind."), by: bob)
            #expect(answer.status == 200)
            let reports = try await reports()
            return (post.retyped(), try #require(reports.last))
        }

        func reports(_ query: String = "") async throws -> [Report] {
            try ReportList.decode(try await ask("GET", "/v1/admin/reports\(query)").body).reports
        }

        func audit() async throws -> [AuditEntry] {
            try AuditPage.decode(try await ask("GET", "/v1/admin/audit").body).entries
        }

        func ask(
            _ method: String, _ path: String, _ body: (any JSONEncodable)? = nil, by person: SignedIn? = nil
        ) async throws -> RunningServer.Answer {
            try await server.ask(
                method, path, body.map { String(decoding: $0.json, as: UTF8.self) },
                token: (person ?? root).accessToken)
        }

        func page() async throws -> Page {
            try Page.decode(
                try await ask("GET", "/v1/conversations/\(talk.text)/messages", by: bob).body)
        }

        func signIn(_ name: String, password: String = "correct horse") async throws -> RunningServer.Answer {
            let request = SignInRequest(email: "\(name)@example.org", password: password, device: "test")
            return try await server.ask("POST", "/v1/sessions", String(decoding: request.json, as: UTF8.self))
        }
    }

    @Test("a report keeps the message's text, and its removal deletes the message for everyone")
    func remove() async throws {
        try await RunningServer.serve { server in
            let scene = try await Scene(server)
            let (message, report) = try await scene.reported("Go away")
            #expect(report.text == "Go away")
            #expect(report.reason == "Unkind.")
            #expect(report.reporter.name == "Bob")
            #expect(report.sender.name == "Cem")
            let path = "/v1/admin/reports/\(report.id.text)"
            for _ in 1...2 {
                let answer = try await scene.ask("POST", path, ReportResolution(.removed, note: "Agreed."))
                #expect(try Report.decode(answer.body).state == .removed, "repeated, it is as it was decided")
            }
            #expect(try await scene.page().messages.first { $0.id == message }?.isDeleted == true)
            #expect(try await scene.reports().isEmpty)
            #expect(try await scene.reports("?state=decided").map(\.state) == [.removed])
            let audit = try await scene.audit()
            #expect(audit.map(\.act) == [.removeMessage])
            #expect(audit.first?.note == "Agreed.")
            #expect(audit.first?.actor.name == "Root")
            #expect(audit.first?.subject.name == "Cem")
            let late = try await scene.ask("POST", path, ReportResolution(.dismissed))
            #expect(late.refusal?.code == .invalidRequest)
        }
    }

    @Test(
        "a dismissed report leaves the message; its author may delete it, and the report keeps its text")
    func dismiss() async throws {
        try await RunningServer.serve { server in
            let scene = try await Scene(server)
            let (message, report) = try await scene.reported("Hm")
            try await scene.apply(.delete(scene.talk, messages: [message]), by: scene.cem)
            #expect(try await scene.reports().map(\.text) == ["Hm"])
            let answer = try await scene.ask(
                "POST", "/v1/admin/reports/\(report.id.text)", ReportResolution(.dismissed))
            #expect(try Report.decode(answer.body).state == .dismissed)
            #expect(try await scene.audit().map(\.act) == [.dismissReport])
        }
    }

    @Test("invisible, deleted and own messages cannot be reported; a second report does not count")
    func reporting() async throws {
        try await RunningServer.serve { server in
            let scene = try await Scene(server)
            let (message, _) = try await scene.reported("Go away")
            try await scene.apply(.report(scene.talk, message: message, reason: "Again"), by: scene.bob)
            #expect(try await scene.reports().map(\.reason) == ["Unkind."])
            let own = try await scene.apply(.report(scene.talk, message: message, reason: "Me"), by: scene.cem).1
            #expect(own.refusal?.code == .invalidRequest)
            let stranger = try await scene.apply(.report(scene.talk, message: message, reason: "Hm"), by: scene.root).1
            #expect(stranger.refusal?.code == .conversationGone)
            let empty = try await scene.apply(.report(scene.talk, message: message, reason: " "), by: scene.bob).1
            #expect(empty.refusal?.code == .textEmpty)
            let long = String(repeating: "x", count: Limits.reasonCharacters + 1)
            let tooLong = try await scene.apply(.report(scene.talk, message: message, reason: long), by: scene.bob).1
            #expect(tooLong.refusal?.code == .textTooLong)
            try await scene.apply(.delete(scene.talk, messages: [message]), by: scene.cem)
            let gone = try await scene.apply(.report(scene.talk, message: message, reason: "Hm"), by: scene.bob).1
            #expect(gone.refusal?.code == .messageGone)
        }
    }

    @Test(
        "a suspended account is signed out at once, told why at a sign-in with its password, and admitted when restored"
    )
    func suspend() async throws {
        try await RunningServer.serve { server in
            let scene = try await Scene(server)
            let path = "/v1/admin/accounts/\(scene.cem.profile.user.id.text)"
            let answer = try await scene.ask("POST", path, AccountChange(isSuspended: true, note: "Spam."))
            #expect(try AdministeredAccount.decode(answer.body).suspendedAt == server.clock.now)
            #expect(try await scene.ask("GET", "/v1/profile", by: scene.cem).refusal?.code == .notSignedIn)
            let refresh = RefreshRequest(refreshToken: scene.cem.refreshToken)
            #expect(
                try await server.ask("POST", "/v1/sessions/refresh", String(decoding: refresh.json, as: UTF8.self))
                    .refusal?.code == .sessionEnded)
            let refused = try await scene.signIn("cem")
            #expect(refused.refusal?.code == .accountSuspended)
            #expect(refused.refusal?.message.contains("suspended by an administrator") == true)
            #expect(try await scene.signIn("cem", password: "wrong guess").refusal?.code == .wrongCredentials)
            _ = try await scene.ask("POST", path, AccountChange(isSuspended: true))
            _ = try await scene.ask("POST", path, AccountChange(isSuspended: false, note: "Sorry."))
            #expect(try await scene.signIn("cem").status == 200)
            #expect(try await scene.audit().map(\.act) == [.restore, .suspend], "what is so already is not done again")
            let before = try await scene.ask("GET", "/v1/admin/audit?before=2")
            #expect(try AuditPage.decode(before.body).entries.map(\.act) == [.suspend])
        }
    }

    @Test("the first account administers, appoints and discharges others, and no one changes their own")
    func administrators() async throws {
        try await RunningServer.serve { server in
            let scene = try await Scene(server)
            let own = "/v1/admin/accounts/\(scene.root.profile.user.id.text)"
            for change in [AccountChange(isSuspended: true), AccountChange(isAdministrator: false)] {
                #expect(try await scene.ask("POST", own, change).refusal?.code == .forbidden)
            }
            let path = "/v1/admin/accounts/\(scene.bob.profile.user.id.text)"
            _ = try await scene.ask("POST", path, AccountChange(isAdministrator: true))
            let list = try await scene.ask("GET", "/v1/admin/accounts?query=o", by: scene.bob)
            #expect(try AccountList.decode(list.body).accounts.map(\.user.name) == ["Bob", "Cem", "Root"])
            #expect(try AccountList.decode(list.body).accounts.map(\.isAdministrator) == [true, false, true])
            _ = try await scene.ask("POST", path, AccountChange(isAdministrator: false))
            #expect(try await scene.ask("GET", "/v1/admin/audit", by: scene.bob).refusal?.code == .forbidden)
            let nobody = try await scene.ask(
                "POST", "/v1/admin/accounts/\(scene.talk.text)", AccountChange(isSuspended: true))
            #expect(nobody.refusal?.code == .unknownPerson)
        }
    }

    @Test("all others are refused with the same answer")
    func others() async throws {
        try await RunningServer.serve { server in
            let scene = try await Scene(server)
            let (_, report) = try await scene.reported("Go away")
            let change = AccountChange(isSuspended: true)
            let asked: [(String, String, (any JSONEncodable & Sendable)?)] = [
                ("GET", "/v1/admin/reports", nil), ("GET", "/v1/admin/audit", nil), ("GET", "/v1/admin/accounts", nil),
                ("POST", "/v1/admin/reports/\(report.id.text)", ReportResolution(.removed)),
                ("POST", "/v1/admin/reports/\(scene.talk.text)", ReportResolution(.removed)),
                ("POST", "/v1/admin/accounts/\(scene.root.profile.user.id.text)", change),
                ("POST", "/v1/admin/accounts/\(scene.talk.text)", change),
            ]
            for (method, path, body) in asked {
                let answer = try await scene.ask(method, path, body, by: scene.bob)
                #expect(answer.status == 403, "\(method) \(path)")
                #expect(answer.refusal?.message == "Only an administrator of this server may do that.")
            }
            #expect(try await scene.reports().count == 1)
        }
    }
}
