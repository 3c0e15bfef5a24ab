import Foundation
import NexusIntelligence
import Testing

@testable import NexusServer

@Suite("The settings of e-mail")
struct MailSettingsTests {
    private let address = PublicAddress("https://chat.example.org")

    private func settings(_ changes: [String: String?] = [:]) throws -> MailSettings? {
        var environment = [
            "NEXUS_SMTP_URL": "smtps://me%40example.org@mail.example.org", "NEXUS_SMTP_PASSWORD": "secret",
            "NEXUS_MAIL_FROM": "Nexus <nexus@example.org>",
        ]
        for (name, value) in changes { environment[name] = value }
        return try MailSettings(environment: environment, publicAddress: address)
    }

    private func problem(_ changes: [String: String?]) -> String? {
        do {
            _ = try settings(changes)
            return nil
        } catch { return (error as? MailSettingsError)?.text }
    }

    @Test("name server, user, password and sender")
    func whole() throws {
        let settings = try #require(try settings())
        #expect(settings.smtp.security == .tls)
        #expect(settings.smtp.host == "mail.example.org")
        #expect(settings.smtp.port == 465)
        #expect(settings.smtp.login?.user == "me@example.org")
        #expect(settings.smtp.login?.password.text == "secret")
        #expect(settings.server == "https://chat.example.org")
        let other = try #require(try self.settings(["NEXUS_SMTP_URL": "smtp+starttls://me@[::1]:2525"]))
        #expect(other.smtp.security == .startTLS)
        #expect(other.smtp.host == "::1")
        #expect(other.smtp.port == 2525)
    }

    @Test("are none without a mail server")
    func none() throws {
        #expect(try MailSettings(environment: [:], publicAddress: nil) == nil)
        #expect(problem(["NEXUS_SMTP_URL": nil]) != nil, "a forgotten address is told")
    }

    @Test("show the password to nobody")
    func secret() throws {
        let settings = try #require(try settings(["NEXUS_SMTP_PASSWORD": "hunter2"]))
        var dumped = ""
        dump(settings, to: &dumped)
        for text in [dumped, "\(settings)", String(reflecting: settings)] { #expect(!text.contains("hunter2")) }
    }

    @Test("take the password from a file, without its line's end")
    func file() throws {
        let path = NSTemporaryDirectory() + "mail-\(UUID().uuidString)"
        try Data("from a file\n".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let settings = try settings(["NEXUS_SMTP_PASSWORD": nil, "NEXUS_SMTP_PASSWORD_FILE": path])
        #expect(settings?.smtp.login?.password.text == "from a file")
        #expect(problem(["NEXUS_SMTP_PASSWORD_FILE": path])?.contains("both set") == true)
        let gone = problem(["NEXUS_SMTP_PASSWORD": nil, "NEXUS_SMTP_PASSWORD_FILE": path + ".gone"])
        #expect(gone == "NEXUS_SMTP_PASSWORD_FILE names a file that cannot be read.")
    }

    @Test("allow no plain connection beyond this machine unless the operator says so")
    func plain() throws {
        let login: [String: String?] = ["NEXUS_SMTP_PASSWORD": nil]
        for host in ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"] {
            #expect(problem(login.merging(["NEXUS_SMTP_URL": "smtp://\(host)"]) { $1 }) == nil, "\(host)")
        }
        for host in ["mail.example.org", "127.0.0.1.example.org", "localhost.example.org", "10.0.0.1"] {
            let url = login.merging(["NEXUS_SMTP_URL": "smtp://\(host)"]) { $1 }
            #expect(problem(url)?.contains("no encryption") == true, "\(host)")
            #expect(problem(url.merging(["NEXUS_SMTP_PLAIN": "on"]) { $1 }) == nil)
        }
    }

    @Test(
        "name the variable that cannot be used, and never its value",
        arguments: [
            ["NEXUS_SMTP_URL": "mail.example.org"], ["NEXUS_SMTP_URL": "https://mail.example.org"],
            ["NEXUS_SMTP_URL": "smtps://me:hunter2@mail.example.org"],
            ["NEXUS_SMTP_URL": "smtps://me@mail.example.org/x"],
            ["NEXUS_SMTP_URL": "smtps://me@mail.example.org:0"], ["NEXUS_SMTP_URL": "smtps://mail.example.org"],
            ["NEXUS_SMTP_URL": "smtps://a%0D%0Ab@mail.example.org"],
            ["NEXUS_SMTP_PASSWORD": nil], ["NEXUS_SMTP_PASSWORD": "hun\nter2"], ["NEXUS_MAIL_FROM": nil],
            ["NEXUS_MAIL_FROM": "hunter2"], ["NEXUS_MAIL_FROM": "a@b.org\r\nBcc: c@d.org"],
            ["NEXUS_SMTP_PLAIN": "hunter2"],
        ])
    func invalid(_ changes: [String: String?]) throws {
        let problem = try #require(self.problem(changes))
        #expect(problem.hasPrefix("NEXUS_"))
        #expect(!problem.contains("hunter2"))
    }

    @Test("need the public address, where links lead")
    func publicAddress() {
        let environment = ["NEXUS_SMTP_URL": "smtp://localhost", "NEXUS_MAIL_FROM": "nexus@example.org"]
        #expect(throws: MailSettingsError.self) { try MailSettings(environment: environment, publicAddress: nil) }
    }
}
