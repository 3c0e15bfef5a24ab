import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Joining with a confirmed address", .serialized)
struct JoinLinkTests {
    /// A team that Ada administers, where people are invited, or join with addresses of example.com.
    private func team<T: Sendable>(
        limited: Bool = false, _ body: @Sendable (RunningServer, MailServer, SignedIn) async throws -> T
    ) async throws -> T {
        try await RunningServer.serveWithMail(isOpen: false, limited: limited) { (server, mail) async throws in
            let ada = try SignedIn.decode(try await server.setUp("Ada").body)
            #expect(try await server.change(PolicyChange(domains: ["Example.COM"]), by: ada).status == 200)
            return try await body(server, mail, ada)
        }
    }

    @Test("an address of a named domain gets a link, which opens an account of that address once")
    func joins() async throws {
        try await team { (server, mail, ada) async throws in
            #expect(try await server.askToJoin("Grace@example.com").status == 200)
            let token = try await mail.joinLink(to: "grace@example.com")
            let preview = try InvitationPreview.decode(try await server.look(token).body)
            #expect((preview.team, preview.creator, preview.email) == ("Analytical Engines", "", "grace@example.com"))
            #expect(try await server.join("Eve", token, "eve@example.com").refusal?.code == .invalidEmail)
            #expect(try await server.claim(token).refusal?.code == .invitationInvalid)
            #expect(try await server.join("Grace", token, "grace@example.com").status == 200)
            #expect(try await server.join("Grace", token, "grace@example.com").refusal?.code == .invitationInvalid)
            let audit = try AuditPage.decode(
                try await server.ask("GET", "/v1/admin/audit?acts=account.", token: ada.accessToken).body)
            #expect(audit.entries.map(\.act) == [.joinByAddress])
        }
    }

    @Test("an imported or added person takes over their account, whatever the address's domain")
    func claims() async throws {
        try await team { (server, mail, ada) async throws in
            let added = #"{"name":"Dora","email":"dora@elsewhere.example"}"#
            #expect(try await server.ask("POST", "/v1/admin/accounts", added, token: ada.accessToken).status == 200)
            _ = try await server.askToJoin("dora@elsewhere.example")
            let token = try await mail.joinLink(to: "dora@elsewhere.example")
            #expect(try InvitationPreview.decode(try await server.look(token).body).person?.name == "Dora")
            #expect(try await server.join("Dora", token, "dora@elsewhere.example").refusal?.code == .invitationInvalid)
            let claimed = try SignedIn.decode(try await server.claim(token).body)
            #expect(claimed.profile.user.name == "Dora")
            #expect(try await server.claim(token).refusal?.code == .invitationInvalid)
        }
    }

    @Test("the answer is the same for every address; strangers get nothing, and owners of accounts are told")
    func sameAnswer() async throws {
        try await team { (server, mail, _) async throws in
            let answers = try await ["stranger@elsewhere.example", "ada@example.org", "new@example.com"].asyncMap {
                try await server.askToJoin($0)
            }
            #expect(Set(answers.map(\.status)) == [200])
            #expect(Set(answers.map(\.body)).count == 1)
            // Requests are handled in order.
            _ = try await mail.joinLink(to: "new@example.com")
            try await eventually("the owner of the account was told") {
                try mail.received.contains { $0.to == ["ada@example.org"] && $0.content.contains("already") }
            }
            #expect(try mail.received.count == 2)
        }
    }

    @Test("the policy holds when the link is used; a newer link replaces it, and it works for 30 minutes")
    func refused() async throws {
        try await team { (server, mail, ada) async throws in
            func ask(_ count: Int) async throws -> String {
                _ = try await server.askToJoin("grace@example.com")
                return try await mail.joinLink(to: "grace@example.com", count: count)
            }
            let first = try await ask(1)
            let second = try await ask(2)
            #expect(try await server.look(first).refusal?.code == .invitationInvalid)
            #expect(try await server.change(PolicyChange(domains: []), by: ada).status == 200)
            #expect(try await server.join("Grace", second, "grace@example.com").refusal?.code == .invitationInvalid)
            #expect(try await server.change(PolicyChange(domains: ["example.com"]), by: ada).status == 200)
            server.clock.advance(by: JoinLinks.life)
            #expect(try await server.join("Grace", second, "grace@example.com").refusal?.code == .invitationInvalid)
        }
    }

    @Test("at most 50 domains are named, each one of letters, digits and hyphens")
    func domains() async throws {
        try await team { (server, _, ada) async throws in
            let many = (1...51).map { "d\($0).example" }
            #expect(try await server.change(PolicyChange(domains: many), by: ada).refusal?.code == .invalidRequest)
            #expect(try await server.change(PolicyChange(domains: Array(many[1...])), by: ada).status == 200)
            for wrong in ["example", "a b.example", "@example.org", "*.example.org", "", "x@example.org"] {
                let answer = try await server.change(PolicyChange(domains: [wrong]), by: ada)
                #expect(answer.refusal?.code == .invalidRequest, "\(wrong)")
            }
            let info = try ServerInfo.decode(
                try await server.change(PolicyChange(domains: ["B.example", "a.example", "b.example"]), by: ada).body)
            #expect(info.domains == ["b.example", "a.example"])
        }
    }

    @Test("a server that waits for its set-up mails no links, and says so for every address")
    func beforeSetUp() async throws {
        try await RunningServer.serveWithMail(isOpen: false) { (server, _) async throws in
            #expect(try await server.askToJoin("x@example.com").refusal?.code == .setupRequired)
            #expect(try await server.setUp("Ada").status == 200)
            #expect(try await server.askToJoin("x@example.com").status == 200)
        }
    }

    @Test("a server without a mail server says so")
    func withoutMail() async throws {
        try await RunningServer.serve { (server) async throws in
            #expect(try await server.askToJoin("x@example.com").refusal?.code == .mailUnavailable)
        }
    }
}

extension MailServer {
    /// The token of the newest link to join, once it is there.
    fileprivate func joinLink(to address: String, count: Int = 1) async throws -> String {
        func links() throws -> [String] {
            try received.filter { $0.to == [address] }.compactMap { $0.link("https://chat.example.org/join#") }
        }
        try await eventually("the link arrived") { try links().count == count }
        return try links()[count - 1]
    }
}

extension RunningServer {
    fileprivate func askToJoin(_ address: String) async throws -> Answer {
        try await ask("POST", "/v1/join", #"{"email":"\#(address)"}"#)
    }

    fileprivate func look(_ token: String) async throws -> Answer {
        try await ask("POST", "/v1/invitations/look", #"{"token":"\#(token)"}"#)
    }

    fileprivate func join(_ name: String, _ token: String, _ email: String) async throws -> Answer {
        let account = SignUpRequest(email: email, password: "correct horse", name: name, device: "test")
        let request = JoinRequest(token: token, account: account)
        return try await ask("POST", "/v1/invitations/join", String(decoding: request.json, as: UTF8.self))
    }

    fileprivate func claim(_ token: String) async throws -> Answer {
        let request = ClaimRequest(token: token, password: "correct horse", device: "test")
        return try await ask("POST", "/v1/invitations/claim", String(decoding: request.json, as: UTF8.self))
    }

    fileprivate func change(_ policy: PolicyChange, by user: SignedIn) async throws -> Answer {
        try await ask(
            "POST", "/v1/admin/policy", String(decoding: policy.json, as: UTF8.self), token: user.accessToken)
    }
}
