import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("A new address, and new devices", .serialized)
struct EmailChangeTests {
    /// A server with a mail server, where Ada administers and Grace has an account.
    private func team<T: Sendable>(
        limited: Bool = false, _ body: @Sendable (RunningServer, MailServer, SignedIn, SignedIn) async throws -> T
    ) async throws -> T {
        try await RunningServer.serveWithMail(limited: limited) { (server, mail) async throws in
            try await body(server, mail, try await server.signUp("Ada"), try await server.signUp("Grace"))
        }
    }

    @Test("the link that is mailed to the new address confirms it once, and the old address is told")
    func changes() async throws {
        try await team { (server, mail, ada, grace) async throws in
            #expect(try await server.changeEmail(to: " Hopper@Example.org ", by: grace).status == 200)
            let token = try await mail.confirmation(to: "hopper@example.org")
            #expect(token.count == 43, "256 bits")
            #expect(try await server.email(of: grace) == "grace@example.org", "until it is confirmed")
            let confirmed = try await server.confirmEmail(token)
            #expect(try EmailChange.decode(confirmed.body).email == "hopper@example.org")
            #expect(try await server.email(of: grace) == "hopper@example.org", "in the session that went on")
            #expect(try await server.confirmEmail(token).refusal?.code == .confirmationInvalid)
            try await eventually("the old address was told") {
                try mail.received.contains { $0.to == ["grace@example.org"] && $0.content.contains("was changed") }
            }
            #expect(try await server.signIn("Grace").refusal?.code == .wrongCredentials)
            let audit = try AuditPage.decode(
                try await server.ask("GET", "/v1/admin/audit?acts=email.", token: ada.accessToken).body)
            #expect(audit.entries.map(\.note) == ["before: grace@example.org"])
        }
    }

    @Test("a newer link replaces the earlier one, works for 30 minutes, and a suspended person's does not")
    func links() async throws {
        try await team { (server, mail, ada, grace) async throws in
            _ = try await server.changeEmail(to: "one@example.org", by: grace)
            let first = try await mail.confirmation(to: "one@example.org")
            _ = try await server.changeEmail(to: "two@example.org", by: grace)
            let second = try await mail.confirmation(to: "two@example.org")
            #expect(try await server.confirmEmail(first).refusal?.code == .confirmationInvalid)
            try await server.administer(grace, AccountChange(isSuspended: true), by: ada)
            #expect(try await server.confirmEmail(second).refusal?.code == .confirmationInvalid)
            try await server.administer(grace, AccountChange(isSuspended: false), by: ada)
            #expect(try await server.confirmEmail(second).refusal?.code == .confirmationInvalid, "for good")
            _ = try await server.changeEmail(to: "three@example.org", by: ada)
            let third = try await mail.confirmation(to: "three@example.org")
            server.clock.advance(by: 30 * 60_000)
            #expect(try await server.confirmEmail(third).refusal?.message.contains("expired") == true)
        }
    }

    @Test("a change that waits to be confirmed ends with a new password, whether it is changed or reset")
    func newPassword() async throws {
        try await team { (server, mail, ada, grace) async throws in
            _ = try await server.changeEmail(to: "one@example.org", by: grace)
            let first = try await mail.confirmation(to: "one@example.org")
            let change = PasswordChange(password: "correct horse", newPassword: "battery staple")
            #expect(try await server.change(change, of: grace).status == 200)
            #expect(try await server.confirmEmail(first).refusal?.code == .confirmationInvalid)
            _ = try await server.changeEmail(to: "two@example.org", by: grace)
            let second = try await mail.confirmation(to: "two@example.org")
            let link = try await server.resetLink(for: grace, by: ada)
            let after = try SignedIn.decode(try await server.reset(link.token, to: "horse battery").body)
            #expect(try await server.confirmEmail(second).refusal?.code == .confirmationInvalid)
            #expect(try await server.email(of: after) == "grace@example.org")
        }
    }

    @Test("an address of another account is answered like any other, is told, and is never taken")
    func taken() async throws {
        try await team { (server, mail, ada, grace) async throws in
            let free = try await server.changeEmail(to: "free@example.org", by: grace)
            let token = try await mail.confirmation(to: "free@example.org")
            let other = try await server.changeEmail(to: "ada@example.org", by: grace)
            #expect((other.status, other.body) == (free.status, free.body))
            try await eventually("Ada was told") {
                try mail.received.contains {
                    $0.to == ["ada@example.org"] && $0.content.contains("nothing was changed")
                }
            }
            _ = try await server.changeEmail(to: "free@example.org", by: ada)
            _ = try await server.confirmEmail(try await mail.confirmation(to: "free@example.org", count: 2))
            #expect(try await server.confirmEmail(token).refusal?.code == .emailTaken)
            #expect(try await server.email(of: grace) == "grace@example.org")
        }
    }

    @Test("it needs a fresh proof and a free address, five times an hour")
    func refused() async throws {
        try await team(limited: true) { (server, _, _, grace) async throws in
            #expect(try await server.changeEmail(to: "grace@example.org", by: grace).refusal?.code == .invalidRequest)
            #expect(try await server.changeEmail(to: "nobody", by: grace).refusal?.code == .invalidEmail)
            for number in 1...5 {
                #expect(try await server.changeEmail(to: "p\(number)@example.org", by: grace).status == 200)
            }
            #expect(try await server.changeEmail(to: "p6@example.org", by: grace).refusal?.code == .rateLimited)
            server.clock.advance(by: FreshProof.life)
            #expect(try await server.changeEmail(to: "p7@example.org", by: grace).refusal?.code == .proofRequired)
        }
    }

    @Test("a server without a mail server says that it cannot")
    func withoutMail() async throws {
        try await RunningServer.serve { (server) async throws in
            let ada = try await server.signUp("Ada")
            #expect(try await server.changeEmail(to: "x@example.org", by: ada).refusal?.code == .mailUnavailable)
        }
    }

    @Test("a sign-in is mailed once for each device and address that is new to the account")
    func newDevice() async throws {
        try await team { (server, mail, _, _) async throws in
            func signIn(_ device: String) async throws -> Int {
                let request = SignInRequest(email: "grace@example.org", password: "correct horse", device: device)
                return try await server.ask("POST", "/v1/sessions", String(decoding: request.json, as: UTF8.self))
                    .status
            }
            for device in ["Phone", "Phone", "Laptop\r\nBcc: x@example.org"] {
                #expect(try await signIn(device) == 200)
            }
            try await eventually("two were mailed") { try mail.received.count == 2 }
            let report = try await server.ask("GET", "/v1/admin/mail", token: try await server.signInAgain("Ada"))
            #expect(try MailReport.decode(report.body).mails.allSatisfy { $0.kind == .device })
            let received = try mail.received.filter { $0.to == ["grace@example.org"] }
            #expect(received.map { $0.content.contains("Subject: New sign-in to Nexus\r\n") } == [true, true])
            #expect(received[0].content.contains("Phone, 127.0.0.1"))
            #expect(!received[1].content.contains("\r\nBcc:"))
        }
    }
}

extension MailServer {
    /// The token of the newest link that confirms an address, once it is there.
    func confirmation(to address: String, count: Int = 1) async throws -> String {
        func links() throws -> [String] {
            try received.filter { $0.to == [address] }.compactMap { $0.link("https://chat.example.org/confirm#") }
        }
        try await eventually("the link arrived") { try links().count == count }
        return try links()[count - 1]
    }
}

extension RunningServer {
    func changeEmail(to address: String, by user: SignedIn) async throws -> Answer {
        let request = EmailChange(email: address)
        return try await ask(
            "POST", "/v1/email", String(decoding: request.json, as: UTF8.self), token: user.accessToken)
    }

    func confirmEmail(_ token: String) async throws -> Answer {
        try await ask("POST", "/v1/email/confirm", #"{"token":"\#(token)"}"#)
    }

    func email(of user: SignedIn) async throws -> String {
        try Profile.decode(try await ask("GET", "/v1/profile", token: user.accessToken).body).user.email
    }

    fileprivate func signInAgain(_ name: String) async throws -> String {
        try SignedIn.decode(try await signIn(name).body).accessToken
    }
}
