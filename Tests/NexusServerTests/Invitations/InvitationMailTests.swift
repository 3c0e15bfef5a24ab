import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Invitations by e-mail", .serialized)
struct InvitationMailTests {
    /// A team that Ada administers, where people are invited only, with a mail server.
    private func team<T: Sendable>(
        limited: Bool = false, _ body: @Sendable (RunningServer, MailServer, SignedIn) async throws -> T
    ) async throws -> T {
        try await RunningServer.serveWithMail(isOpen: false, limited: limited) { (server, mail) async throws in
            try await body(server, mail, try SignedIn.decode(try await server.setUp("Ada").body))
        }
    }

    @Test("each address gets a link of its own, with which one person joins, and is listed until then")
    func joins() async throws {
        try await team { server, mail, ada in
            let answer = try await server.mail(["Grace@Example.org", "bob@example.org", "grace@example.org"], by: ada)
            let mailed = try MailedInvitations.decode(answer.body)
            #expect(mailed.invitations.map(\.email) == ["grace@example.org", "bob@example.org"])
            #expect(mailed.refused.isEmpty)
            try await eventually("both arrived") { try mail.received.count == 2 }
            let received = try #require(try mail.received.first { $0.to == ["grace@example.org"] })
            #expect(received.content.contains("Subject: Ada invites you to Analytical Engines\r\n"))
            let token = try #require(received.link("https://chat.example.org/join#"))
            #expect(try InvitationPreview.decode(try await server.lookAt(token).body).email == "grace@example.org")
            #expect(try await server.join("Grace", token).status == 200)
            #expect(try await server.join("Eve", token).refusal?.code == .invitationInvalid)
            #expect(try await server.pending(ada).map(\.email) == ["bob@example.org"])
        }
    }

    @Test("an invitation sent again has a new link, and the earlier one no longer works")
    func again() async throws {
        try await team { server, mail, ada in
            let mailed = try MailedInvitations.decode(try await server.mail(["grace@example.org"], by: ada).body)
            try await eventually("it arrived") { try mail.received.count == 1 }
            server.clock.advance(by: 6 * 86_400_000)
            let id = try #require(mailed.invitations.first).id
            let path = "/v1/invitations/\(id.text)/mail"
            let session = try SignedIn.decode(try await server.signIn().body)
            #expect(try await server.ask("POST", path, "{}", token: session.accessToken).status == 200)
            func tokens() throws -> [String] {
                try mail.received.compactMap { $0.link("https://chat.example.org/join#") }
            }
            try await eventually("it arrived again") { try tokens().count == 2 }
            let (first, second) = (try tokens()[0], try tokens()[1])
            #expect(try await server.lookAt(first).refusal?.code == .invitationInvalid)
            server.clock.advance(by: 6 * 86_400_000)
            #expect(try await server.lookAt(second).status == 200, "for seven days more")
        }
    }

    @Test("an e-mail that still waits goes with its invitation, and with its earlier link")
    func withdrawn() async throws {
        try await team { server, mail, ada in
            mail.stop()
            let mailed = try MailedInvitations.decode(
                try await server.mail(["grace@example.org", "bob@example.org"], by: ada).body
            ).invitations
            #expect(try await server.waiting(ada) == 2)
            let paths = mailed.map { "/v1/invitations/\($0.id.text)" }
            #expect(try await server.ask("POST", paths[0] + "/mail", "{}", token: ada.accessToken).status == 200)
            #expect(try await server.waiting(ada) == 2, "the new link's e-mail replaced the earlier one")
            #expect(try await server.ask("DELETE", paths[1], token: ada.accessToken).status == 200)
            #expect(try await server.waiting(ada) == 1)
        }
    }

    @Test("addresses that cannot be invited are refused one by one, with the reason")
    func refused() async throws {
        try await team { server, mail, ada in
            let added = #"{"name":"Eve","email":"eve@example.org"}"#
            #expect(try await server.ask("POST", "/v1/admin/accounts", added, token: ada.accessToken).status == 200)
            let all = [
                "ada@example.org", "eve@example.org", "nobody", "a@b.org>\r\nRCPT TO:<c@d.org", "grace@example.org",
            ]
            let mailed = try MailedInvitations.decode(try await server.mail(all, by: ada).body)
            #expect(mailed.invitations.map(\.email) == ["eve@example.org", "grace@example.org"])
            #expect(mailed.invitations.first?.person?.name == "Eve", "an administrator's opens her account")
            #expect(mailed.refused.map(\.email) == [all[2], all[3], all[0]])
            try await eventually("two arrived") { try mail.received.count == 2 }
            let again = try MailedInvitations.decode(try await server.mail(["grace@example.org"], by: ada).body)
            #expect(again.refused.first?.message.contains("invited this address already") == true)
            let token = try #require(
                try mail.received.first { $0.to == ["grace@example.org"] }?.link("https://chat.example.org/join#"))
            let grace = try SignedIn.decode(try await server.join("Grace", token).body)
            let byMember = try MailedInvitations.decode(try await server.mail(["eve@example.org"], by: grace).body)
            #expect(byMember.invitations.isEmpty)
            #expect(byMember.refused.first?.message.contains("administrator") == true)
            let others = "/v1/invitations/\(try #require(mailed.invitations.first).id.text)/mail"
            #expect(try await server.ask("POST", others, "{}", token: grace.accessToken).refusal?.code == .notFound)
            let close = #"{"invite":"administrators"}"#
            #expect(try await server.ask("POST", "/v1/admin/policy", close, token: ada.accessToken).status == 200)
            #expect(try await server.mail(["x@example.org"], by: grace).refusal?.code == .forbidden)
        }
    }

    @Test("a request names 1 to 100 addresses, and a person sends 200 e-mails a day")
    func limits() async throws {
        try await team(limited: true) { (server, _, ada) async throws in
            #expect(try await server.mail([], by: ada).refusal?.code == .invalidRequest)
            let many = (0..<201).map { "p\($0)@example.org" }
            #expect(try await server.mail(Array(many[..<101]), by: ada).status == 400)
            #expect(try await server.mail(Array(many[..<100]), by: ada).status == 200)
            #expect(try await server.mail(Array(many[100..<199]), by: ada).status == 200)
            #expect(try await server.mail(Array(many[199...]), by: ada).refusal?.code == .rateLimited)
            #expect(try await server.mail([many[199]], by: ada).status == 200, "what was refused does not count")
            #expect(try await server.mail([many[200]], by: ada).refusal?.code == .rateLimited)
        }
    }

    @Test("a person has at most 500 open invitations by e-mail, beside the links that they hand over")
    func open() async throws {
        try await team { (server, _, ada) async throws in
            for start in stride(from: 0, to: 500, by: 100) {
                let some = (start..<start + 100).map { "p\($0)@example.org" }
                #expect(try await server.mail(some, by: ada).status == 200)
            }
            #expect(try await server.mail(["more@example.org"], by: ada).refusal?.code == .invalidRequest)
            #expect(try await server.ask("POST", "/v1/invitations", "{}", token: ada.accessToken).status == 200)
        }
    }

    @Test("a server without a mail server says so")
    func withoutMail() async throws {
        try await RunningServer.serve { server in
            let ada = try await server.signUp("Ada")
            #expect(try await server.mail(["bob@example.org"], by: ada).refusal?.code == .mailUnavailable)
        }
    }
}

extension RunningServer {
    fileprivate func mail(_ addresses: [String], by user: SignedIn) async throws -> Answer {
        let request = String(decoding: InvitationMailing(emails: addresses).json, as: UTF8.self)
        return try await ask("POST", "/v1/invitations/mail", request, token: user.accessToken)
    }

    fileprivate func lookAt(_ token: String) async throws -> Answer {
        try await ask("POST", "/v1/invitations/look", #"{"token":"\#(token)"}"#)
    }

    fileprivate func pending(_ user: SignedIn) async throws -> [Invitation] {
        try InvitationList.decode(try await ask("GET", "/v1/invitations", token: user.accessToken).body).invitations
    }

    /// How many e-mails wait.
    fileprivate func waiting(_ user: SignedIn) async throws -> Int {
        try MailReport.decode(try await ask("GET", "/v1/admin/mail", token: user.accessToken).body).waiting
    }

    fileprivate func signIn() async throws -> Answer {
        let request = SignInRequest(email: "ada@example.org", password: "correct horse", device: "test")
        return try await ask("POST", "/v1/sessions", String(decoding: request.json, as: UTF8.self))
    }
}
