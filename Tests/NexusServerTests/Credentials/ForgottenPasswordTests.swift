import Foundation
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("A forgotten password", .serialized)
struct ForgottenPasswordTests {
    /// A server with a mail server, where Ada administers and Grace has an account.
    private func team<T: Sendable>(
        limited: Bool = false, log: LogLines? = nil,
        _ body: @Sendable (RunningServer, MailServer, SignedIn, SignedIn) async throws -> T
    ) async throws -> T {
        try await RunningServer.serveWithMail(limited: limited, logger: log?.logger) { (server, mail) async throws in
            try await body(server, mail, try await server.signUp("Ada"), try await server.signUp("Grace"))
        }
    }

    @Test("the mailed link sets a new password once, signs in and ends all other sessions")
    func resets() async throws {
        let log = LogLines()
        try await team(log: log) { server, mail, ada, grace in
            #expect(try await server.forgot(" Grace@Example.org ").status == 200)
            try await eventually("it arrived") { try mail.received.count == 1 }
            let received = try #require(try mail.received.first)
            #expect(received.to == ["grace@example.org"])
            #expect(received.content.contains("Subject: Set a new password for Nexus\r\n"))
            let token = try #require(received.link("https://chat.example.org/reset#"))
            #expect(token.count == 43, "256 bits")
            let reset = try await server.reset(token)
            #expect(reset.status == 200)
            #expect(try await !server.isAccepted(grace))
            #expect(try await server.isAccepted(ada))
            #expect(try await server.reset(token).refusal?.code == .resetInvalid)
            #expect(!log.all.contains { $0.contains(token) || $0.contains("grace@example.org") })
            let audit = try AuditPage.decode(
                try await server.ask("GET", "/v1/admin/audit", token: ada.accessToken).body)
            #expect(audit.entries.map(\.act) == [.resetPassword, .makeResetLink])
            #expect(audit.entries.last?.note == "by e-mail")
        }
    }

    @Test("the answer is the same for every address, and only an account with a password gets an e-mail")
    func sameAnswer() async throws {
        try await team { server, mail, ada, grace in
            let added = #"{"name":"Eve","email":"eve@example.org"}"#
            #expect(try await server.ask("POST", "/v1/admin/accounts", added, token: ada.accessToken).status == 200)
            let suspend = "/v1/admin/accounts/\(grace.profile.user.id.text)"
            #expect(try await server.ask("POST", suspend, #"{"suspended":true}"#, token: ada.accessToken).status == 200)
            let addresses = ["nobody", "eve", "grace", "ada"].map { "\($0)@example.org" }
            let answers = try await addresses.asyncMap { try await server.forgot($0) }
            for answer in answers {
                #expect(answer.status == 200)
                #expect(answer.body == answers[0].body)
                #expect(Set(answer.headers.keys) == Set(answers[0].headers.keys))
            }
            // Requests are handled in order: Ada's was the last.
            try await eventually("the last was handled") { try !mail.received.isEmpty }
            #expect(try mail.received.map(\.to) == [["ada@example.org"]])
        }
    }

    @Test("a request is answered without a look at the database, so its time tells nothing")
    func sameTime() async throws {
        let accounts = try TestAccounts()
        try await accounts.signUp("Ada")
        try await accounts.database.close()
        let settings = try MailSettings(
            smtp: SMTPSettings(url: "smtp://127.0.0.1:1", password: nil), from: "nexus@example.org",
            server: "https://chat.example.org")
        let passwords = ForgottenPasswords(
            database: accounts.database, mails: MailQueue(settings: settings) {}, now: { accounts.clock.now })
        let requests = AddressRequests("a test", logger: LogLines().logger) { try await passwords.send(to: $0) }
        for address in ["ada@example.org", "nobody@example.org"] { try requests.take(address) }
        #expect(throws: Refusal.self) { try requests.take("ada") }
    }

    @Test("a link that anyone can ask for does not replace an administrator's; the first one used ends both")
    func besideAdministrators() async throws {
        try await team { server, mail, ada, grace in
            let link = try await server.resetLink(for: grace, by: ada)
            _ = try await server.forgot("grace@example.org")
            try await eventually("it arrived") { try mail.received.count == 1 }
            let mailed = try #require(try mail.received.first?.link("https://chat.example.org/reset#"))
            #expect(try await server.lookAtReset(link.token).status == 200)
            #expect(try await server.reset(mailed).status == 200)
            #expect(try await server.lookAtReset(link.token).refusal?.code == .resetInvalid)
        }
    }

    @Test("a request, which anyone can make, withdraws no e-mail but an earlier link of its own")
    func withdrawsItsOwn() async throws {
        try await team { (server, mail, ada, grace) async throws in
            mail.stop()
            func waiting() async throws -> [MailKind] {
                let answer = try await server.ask("GET", "/v1/admin/mail", token: ada.accessToken)
                return try MailReport.decode(answer.body).mails.map(\.kind)
            }
            let change = #"{"email":"hopper@example.org"}"#
            #expect(try await server.ask("POST", "/v1/email", change, token: grace.accessToken).status == 200)
            for _ in 1...2 { _ = try await server.forgot("grace@example.org") }
            // Requests are handled in order: once Ada's is queued, so are Grace's.
            _ = try await server.forgot("ada@example.org")
            try await eventually("all are queued") { try await waiting().count == 3 }
            #expect(Set(try await waiting()) == [.address, .passwordReset])
        }
    }

    @Test("the link works for 30 minutes")
    func expires() async throws {
        try await team { server, mail, _, _ in
            _ = try await server.forgot("grace@example.org")
            try await eventually("it arrived") { try mail.received.count == 1 }
            let token = try #require(try mail.received.first?.link("https://chat.example.org/reset#"))
            server.clock.advance(by: 30 * 60_000)
            #expect(try await server.reset(token).refusal?.code == .resetInvalid)
        }
    }

    @Test("an account gets three e-mails at once, and one more after 20 minutes; others get theirs")
    func perAccount() async throws {
        try await team { server, mail, ada, _ in
            @Sendable func counts() throws -> [Int] {
                try ["grace@example.org", "ada@example.org"].map { address in
                    try mail.received.count { $0.to == [address] }
                }
            }
            // An e-mail that still waits is replaced by a newer one.
            for number in 1...3 {
                #expect(try await server.forgot("grace@example.org").status == 200)
                try await eventually("it arrived") { try counts() == [number, 0] }
            }
            _ = try await server.forgot("grace@example.org")
            // Requests are handled in order: once Ada's is queued, so is Grace's.
            _ = try await server.forgot("ada@example.org")
            try await eventually("Ada's arrived") { try counts()[1] == 1 }
            #expect(try counts() == [3, 1])
            server.clock.advance(by: 20 * 60_000)
            _ = try await server.forgot("grace@example.org")
            try await eventually("one more arrived") { try counts() == [4, 1] }
            _ = try await server.forgot("grace@example.org")
            _ = try await server.forgot("ada@example.org")
            try await eventually("Ada's arrived") { try counts()[1] == 2 }
            #expect(try counts() == [4, 2])
            let report = try await server.ask("GET", "/v1/admin/mail", token: ada.accessToken)
            #expect(try MailReport.decode(report.body).waiting == 0)
        }
    }

    @Test("one address asks 20 times an hour")
    func perAddress() async throws {
        try await team(limited: true) { server, _, _, _ in
            for number in 1...20 { #expect(try await server.forgot("p\(number)@example.org").status == 200) }
            let refusal = try await server.forgot("grace@example.org").refusal
            #expect(refusal?.code == .rateLimited)
            #expect(refusal?.retryAfter == 180_000)
        }
    }

    @Test("a server without a mail server says whom to ask, and tells clients beforehand")
    func withoutMail() async throws {
        try await RunningServer.serve { (server) async throws in
            let refusal = try await server.forgot("ada@example.org").refusal
            #expect(refusal?.code == .mailUnavailable)
            #expect(refusal?.message.contains("Ask an administrator of your team") == true)
            #expect(try await server.sendsMail() == false)
        }
        try await team { (server, _, _, _) async throws in
            #expect(try await server.sendsMail())
        }
    }
}

extension RunningServer {
    fileprivate func forgot(_ email: String) async throws -> Answer {
        try await ask("POST", "/v1/password/forgot", #"{"email":"\#(email)"}"#)
    }

    fileprivate func sendsMail() async throws -> Bool {
        try ServerInfo.decode(try await ask("GET", "/v1/server").body).sendsMail
    }

    fileprivate func reset(_ token: String) async throws -> Answer {
        let request = PasswordReset(token: token, password: "battery staple", device: "test")
        return try await ask("POST", "/v1/password/reset", String(decoding: request.json, as: UTF8.self))
    }

    fileprivate func isAccepted(_ user: SignedIn) async throws -> Bool {
        try await ask("GET", "/v1/profile", token: user.accessToken).status == 200
    }
}

extension MailServer.Received {
    /// The rest of a link that begins so, in the text.
    func link(_ start: String) -> String? {
        let text = content.replacing("=\r\n", with: "").replacing("=3D", with: "=")
        return text.components(separatedBy: start).dropFirst().first?.components(separatedBy: "\r\n").first
    }
}

extension Sequence {
    func asyncMap<T>(_ transform: (Element) async throws -> T) async throws -> [T] {
        var result: [T] = []
        for element in self { result.append(try await transform(element)) }
        return result
    }
}
