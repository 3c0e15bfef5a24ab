import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Deleting one's account")
struct AccountDeletionTests {
    static let days: Int64 = 14 * 86_400_000

    /// A server where Ada administers and Grace is signed in on two devices.
    private func team<T: Sendable>(
        pause: Int64 = 5, _ body: @Sendable (RunningServer, SignedIn, SignedIn, SignedIn) async throws -> T
    ) async throws -> T {
        try await RunningServer.serve(configure: { $0.backgroundPace = .init(pause: pause, rest: 0) }) { server in
            let ada = try await server.signUp("Ada")
            let grace = try await server.signUp("Grace")
            let other = try SignedIn.decode(try await server.signIn("Grace").body)
            return try await body(server, ada, grace, other)
        }
    }

    @Test("is scheduled with the password, ends other sessions, and is told at the next sign-in; keeping it ends that")
    func schedules() async throws {
        try await team { (server, ada, grace, other) async throws in
            let state = try await server.schedule(grace)
            let day = server.clock.now.advanced(by: AccountDeletionTests.days)
            #expect(try DeletionState.decode(state.body) == DeletionState(deletesAt: day))
            #expect(try await server.isSignedIn(grace))
            #expect(try await !server.isSignedIn(other))
            let again = try SignedIn.decode(try await server.signIn("Grace").body)
            #expect(again.profile.deletesAt == day)
            server.clock.advance(by: 60_000)
            #expect(
                try DeletionState.decode(try await server.schedule(grace, .delete).body)
                    == DeletionState(deletesAt: day, messages: .delete), "the day stays")
            #expect(try await server.keep(grace).status == 200)
            #expect(try await server.keep(grace).status == 200, "a no-op")
            let profile = try Profile.decode(try await server.ask("GET", "/v1/profile", token: grace.accessToken).body)
            #expect(profile.deletesAt == nil)
            #expect(
                try await server.acts(for: ada).map(\.act) == [.cancelDeletion, .scheduleDeletion, .scheduleDeletion])
            let own = try AuditPage.decode(
                try await server.ask("GET", "/v1/security", token: grace.accessToken).body)
            #expect(own.entries.first?.act == .cancelDeletion)
        }
    }

    @Test("is mailed to its owner once, with the way back; one that an administrator decided says whom to ask")
    func mailed() async throws {
        try await RunningServer.serveWithMail { server, mail in
            let ada = try await server.signUp("Ada")
            let (grace, ben) = (try await server.signUp("Grace"), try await server.signUp("Ben"))
            #expect(try await server.schedule(grace).status == 200)
            #expect(try await server.schedule(grace, .delete).status == 200, "the day stays, so nothing is new")
            try await eventually("the first arrived") { try mail.received.count == 1 }
            let path = "/v1/admin/accounts/\(ben.profile.user.id.text)/deletion"
            #expect(try await server.ask("POST", path, "{}", token: ada.accessToken).status == 200)
            try await eventually("the second arrived") { try mail.received.count == 2 }
            let received = try mail.received
            #expect(received.map(\.to) == [["grace@example.org"], ["ben@example.org"]])
            #expect(received.allSatisfy { $0.content.contains("Subject: Your account at Nexus will be deleted\r\n") })
            #expect(received.map { $0.content.contains("https://chat.example.org/settings") } == [true, false])
            let decided = "An administrator of your team decided this."
            #expect(received.map { $0.content.contains(decided) } == [false, true])
        }
    }

    @Test("a wrong password, a missing code, and the only administrator are refused")
    func refused() async throws {
        try await team { (server, ada, grace, _) async throws in
            #expect(try await server.schedule(grace, password: "a wrong guess").refusal?.code == .wrongCredentials)
            #expect(try await server.schedule(ada).refusal?.code == .forbidden)
            let factor = try await server.enrol(grace)
            #expect(try await server.schedule(grace).refusal?.code == .codeRequired)
            server.clock.advance(by: 30_000)
            #expect(try await server.schedule(grace, code: factor.code(at: server.clock.now)).status == 200)
            #expect(try await server.ask("POST", "/v1/account/deletion", "{}").refusal?.code == .notSignedIn)
        }
    }

    @Test("needs no password from a session that has a fresh proof, and one from any other")
    func freshProof() async throws {
        try await team { (server, _, grace, _) async throws in
            server.clock.advance(by: FreshProof.life)
            #expect(try await server.schedule(grace, password: "").refusal?.code == .proofRequired)
            let again = try SignedIn.decode(try await server.signIn("Grace").body)
            #expect(try await server.schedule(again, password: "").status == 200)
        }
    }

    @Test("an administrator may leave who has appointed another, and that one may not then")
    func administrators() async throws {
        try await team { (server, ada, grace, _) async throws in
            try await server.administer(grace, AccountChange(isAdministrator: true), by: ada)
            #expect(try await server.schedule(ada).status == 200)
            #expect(try await server.schedule(grace).refusal?.code == .forbidden)
        }
    }

    @Test("can be taken back until the last millisecond of the 14th day, and not after")
    func lastMoment() async throws {
        try await team(pause: 86_400_000) { (server, _, grace, _) async throws in
            _ = try await server.schedule(grace)
            server.clock.advance(by: AccountDeletionTests.days - 1)
            let early = try SignedIn.decode(try await server.signIn("Grace").body)
            #expect(try await server.keep(early).status == 200)
            _ = try await server.schedule(early)
            server.clock.advance(by: AccountDeletionTests.days)
            // The background has not come round yet.
            let late = try SignedIn.decode(try await server.signIn("Grace").body)
            #expect(try await server.keep(late).refusal?.code == .forbidden)
        }
    }

    @Test("then the account is gone, and its address is free for a new one")
    func deleted() async throws {
        try await team { (server, ada, grace, _) async throws in
            let user = grace.profile.user.id
            let talk = ConversationID.direct(between: ada.profile.user.id, and: user)
            try await server.apply(
                Operation(id: OperationID(at: server.clock.now), kind: .createDirect(talk, with: user)),
                token: ada.accessToken)
            _ = try await server.schedule(grace)
            server.clock.advance(by: AccountDeletionTests.days)
            try await eventually("it is gone") { try await server.signIn("Grace").refusal?.code == .wrongCredentials }
            #expect(try await server.ask("GET", "/v1/profile", token: grace.accessToken).refusal?.code == .notSignedIn)
            let anew = try await server.signUp("Grace")
            #expect(anew.profile.user.id != user)
            #expect(try await server.ask("GET", "/v1/conversations", token: anew.accessToken).status == 200)
            let admin = try SignedIn.decode(try await server.signIn("Ada").body)
            try await eventually("its name has changed for others") {
                let changes = try Changes.decode(
                    try await server.ask(
                        "GET", "/v1/conversations/\(talk.text)/changes?after=0", token: admin.accessToken
                    ).body)
                return changes.members.contains { $0.user == user && $0.name == "Deleted account" }
            }
            let person = try await server.ask("GET", "/v1/people/\(user.text)", token: admin.accessToken)
            #expect(try User.decode(person.body).name == "Deleted account")
        }
    }

    @Test("messages stay where the team's policy keeps them")
    func policy() async throws {
        try await team { (server, ada, grace, _) async throws in
            let keep = PolicyChange(keepsMessages: true)
            #expect(try await server.send("POST", "/v1/admin/policy", keep, ada).status == 200)
            #expect(try await server.schedule(grace, .delete).refusal?.code == .forbidden)
            #expect(try await server.schedule(grace, .keep).status == 200)
            #expect(try await server.acts(for: ada).last?.note == "messages of deleted accounts: keep")
        }
    }

    // MARK: By administrators

    @Test("an administrator deletes the account of a person who left, in 14 days or at once")
    func byAdministrator() async throws {
        try await team { (server, ada, grace, other) async throws in
            let path = "/v1/admin/accounts/\(grace.profile.user.id.text)/deletion"
            let request = AdministeredDeletion(note: "left the team")
            #expect(try await server.send("POST", path, request, grace).refusal?.code == .forbidden)
            #expect(
                try await server.send(
                    "POST", "/v1/admin/accounts/\(ada.profile.user.id.text)/deletion", request, ada
                ).refusal?.code == .forbidden)
            #expect(try await server.send("POST", path, request, ada).status == 200)
            for session in [grace, other] { #expect(try await !server.isSignedIn(session)) }
            #expect(try await server.signIn("Grace").refusal?.code == .accountSuspended)
            let listed = try AccountList.decode(
                try await server.ask("GET", "/v1/admin/accounts?query=grace", token: ada.accessToken).body)
            #expect(listed.accounts.first?.deletesAt == server.clock.now.advanced(by: AccountDeletionTests.days))
            #expect(try await server.ask("DELETE", path, token: ada.accessToken).status == 200)
            try await server.administer(grace, AccountChange(isSuspended: false), by: ada)
            #expect(try await server.signIn("Grace").status == 200)
            var atOnce = request
            atOnce.atOnce = true
            #expect(try await server.send("POST", path, atOnce, ada).status == 200)
            try await eventually("it is gone") { try await server.signIn("Grace").refusal?.code == .wrongCredentials }
            #expect(try await server.send("POST", path, request, ada).refusal?.code == .unknownPerson)
            let restore = AccountChange(isSuspended: false)
            #expect(
                try await server.send(
                    "POST", "/v1/admin/accounts/\(grace.profile.user.id.text)", restore, ada
                ).refusal?.code == .unknownPerson)
            let acts = try await server.acts(for: ada)
            #expect(acts.first?.act == .deleteAccount)
            #expect(acts.contains { $0.act == .scheduleDeletion && $0.note == "messages: keep, left the team" })
        }
    }

    @Test("a restored person cannot take an administrator's decision back")
    func notTheirs() async throws {
        try await team(pause: 86_400_000) { (server, ada, grace, _) async throws in
            let path = "/v1/admin/accounts/\(grace.profile.user.id.text)/deletion"
            #expect(try await server.send("POST", path, AdministeredDeletion(), ada).status == 200)
            try await server.administer(grace, AccountChange(isSuspended: false), by: ada)
            let back = try SignedIn.decode(try await server.signIn("Grace").body)
            #expect(try await server.keep(back).refusal?.code == .forbidden)
            #expect(try await server.schedule(back).refusal?.code == .forbidden)
        }
    }

    @Test("an administrator hands a person's groups over to one of their members, and to no others")
    func transfer() async throws {
        try await team { (server, ada, grace, _) async throws in
            let (user, heir) = (grace.profile.user.id, ada.profile.user.id)
            var groups: [ConversationID] = []
            for members in [[heir], []] {
                let id = ConversationID(at: server.clock.now)
                groups.append(id)
                try await server.apply(
                    Operation(
                        id: OperationID(at: server.clock.now), kind: .createGroup(id, title: "Plans", members: members)),
                    token: grace.accessToken)
            }
            let path = "/v1/admin/accounts/\(user.text)/groups"
            #expect(try await server.send("POST", path, GroupTransfer(to: heir), grace).refusal?.code == .forbidden)
            let answer = try await server.send("POST", path, GroupTransfer(to: heir), ada)
            #expect(
                try TransferredGroups.decode(answer.body) == TransferredGroups(transferred: 1, remaining: 1))
            let members = try Changes.decode(
                try await server.ask(
                    "GET", "/v1/conversations/\(groups[0].text)/changes?after=0", token: ada.accessToken
                ).body
            ).members
            #expect(members.first { $0.user == heir }?.role == .owner)
            #expect(try await server.acts(for: ada).first?.note == "groups: 1")
        }
    }
}

extension RunningServer {
    func send(_ method: String, _ path: String, _ body: some JSONEncodable, _ person: SignedIn) async throws -> Answer {
        try await ask(method, path, String(decoding: body.json, as: UTF8.self), token: person.accessToken)
    }

    fileprivate func schedule(
        _ person: SignedIn, _ messages: LeftMessages = .keep, password: String = "correct horse", code: String? = nil
    ) async throws -> Answer {
        let request = DeletionRequest(password: password, code: code, messages: messages)
        return try await send("POST", "/v1/account/deletion", request, person)
    }

    fileprivate func keep(_ person: SignedIn) async throws -> Answer {
        try await ask("DELETE", "/v1/account/deletion", token: person.accessToken)
    }
}
