import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("E-mail, as administrators see it", .serialized)
struct MailRouteTests {
    @Test("a test message arrives")
    func test() async throws {
        let mail = try await MailServer("--login", "nexus:hunter2")
        let settings = try mail.settings(login: ("nexus", "hunter2"))
        try await RunningServer.serve(configure: { $0.mail = settings }) { server in
            let ada = try await server.signUp("Ada")
            #expect(try await server.testMail("ada@example.org", ada).status == 200)
            #expect(try mail.received.first?.content.contains("can send e-mail.") == true)
            let report = try MailReport.decode(
                try await server.ask("GET", "/v1/admin/mail", token: ada.accessToken).body)
            #expect(report.isOn && report.mails.isEmpty && report.sender == "nexus@example.org")
            #expect(report.server == "127.0.0.1:\(mail.port)")
        }
    }

    @Test("a test says what is wrong, and neither it nor the log has the password")
    func wrong() async throws {
        let mail = try await MailServer("--login", "nexus:another")
        let settings = try mail.settings(login: ("nexus", "hunter2"))
        let log = LogLines()
        try await RunningServer.serve(configure: { $0.mail = settings }, logger: log.logger) { server in
            let ada = try await server.signUp("Ada")
            let refusal = try await server.testMail("ada@example.org", ada).refusal
            #expect(refusal?.code == .mailFailed)
            #expect(refusal?.message.hasPrefix("The mail server refused the user or the password.") == true)
            #expect(try await server.testMail("ada", ada).refusal?.code == .invalidEmail)
            let injected = "ada@example.org>\\r\\nRCPT TO:<eve@example.org"
            #expect(try await server.testMail(injected, ada).refusal?.code == .invalidEmail)
            #expect(!log.all.contains { $0.contains("hunter2") })
        }
    }

    @Test("only administrators see and test it")
    func members() async throws {
        try await RunningServer.serve { server in
            _ = try await server.signUp("Ada")
            let bob = try await server.signUp("Bob")
            #expect(try await server.ask("GET", "/v1/admin/mail", token: bob.accessToken).refusal?.code == .forbidden)
            #expect(try await server.testMail("bob@example.org", bob).refusal?.code == .forbidden)
        }
    }

    @Test("a server without a mail server says so")
    func off() async throws {
        try await RunningServer.serve { server in
            let ada = try await server.signUp("Ada")
            #expect(try await server.testMail("ada@example.org", ada).refusal?.code == .mailUnavailable)
            let report = try MailReport.decode(
                try await server.ask("GET", "/v1/admin/mail", token: ada.accessToken).body)
            #expect(!report.isOn)
            #expect(try await !server.ask("GET", "/health").body.contains("mail"))
        }
    }

    @Test("health and metrics have it")
    func health() async throws {
        let settings = try MailSettings(
            smtp: SMTPSettings(url: "smtp://127.0.0.1:1", password: nil), from: "nexus@example.org",
            server: "https://chat.example.org")
        try await RunningServer.serve(configure: { $0.mail = settings }) { (server) async throws in
            #expect(try await server.ask("GET", "/health").body.contains(#"{"name":"mail","state":"ok"}"#))
            #expect(try await server.ask("GET", "/metrics").body.contains("nexus_mail_waiting 0"))
        }
    }

    @Test("test messages are limited per administrator")
    func limited() async throws {
        let settings = try MailSettings(
            smtp: SMTPSettings(url: "smtp://127.0.0.1:1", password: nil), from: "nexus@example.org",
            server: "https://chat.example.org")
        try await RunningServer.serve(configure: {
            $0.mail = settings
            $0.rateLimits.isOn = true
        }) { server in
            let ada = try await server.signUp("Ada")
            for _ in 1...5 { #expect(try await server.testMail("a@example.org", ada).refusal?.code == .mailFailed) }
            #expect(try await server.testMail("a@example.org", ada).refusal?.code == .rateLimited)
        }
    }

    @Test("trusted authorities that cannot be read keep the server from starting")
    func roots() async throws {
        var settings = try MailSettings(
            smtp: SMTPSettings(url: "smtps://127.0.0.1", password: nil), from: "nexus@example.org",
            server: "https://chat.example.org")
        settings.smtp.roots = "/nowhere.pem"
        let broken = settings
        await #expect(throws: MailSettingsError.self) {
            try await RunningServer.serve(configure: { $0.mail = broken }) { _ in }
        }
    }
}

extension RunningServer {
    fileprivate func testMail(_ address: String, _ user: SignedIn) async throws -> Answer {
        try await ask("POST", "/v1/admin/mail/test", #"{"to":"\#(address)"}"#, token: user.accessToken)
    }
}
