import Foundation
import NexusTestSupport
import Testing

@Suite("The command line: administration")
struct CommandAdminTests {
    @Test("a message is reported and removed, its author suspended and restored, and the log lists it all")
    func administer() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        let cyd = try await Terminal.signedUp("Cyd", at: server.address)
        let talk = try await bob.run("new", "--direct", "cyd@example.org").identifier
        #expect(try await cyd.run("send", talk, "Go away").code == 0)
        #expect(try await bob.run("sync").code == 0)
        #expect(try await bob.run("report", talk, "2", "Unkind.").output == "reported\n")
        #expect(try await bob.run("report", talk, "2", " ").code == 1)
        let refused = try await bob.run("admin", "reports")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("Only an administrator"))
        let reports = try await ada.objects("admin", "reports", "--json")
        #expect(reports.compactMap { $0["text"] as? String } == ["Go away"])
        let report = try #require(reports.first?["id"] as? String)
        #expect(try await ada.run("admin", "reports").output.contains("Unkind."))
        #expect(try await ada.run("admin", "remove", String(report.prefix(30)), "--note", "Agreed.").code == 0)
        #expect(try await bob.objects("messages", talk, "--json").last?["deleted"] as? Bool == true)
        #expect(try await ada.run("admin", "suspend", "cyd@example.org").output == "suspended cyd@example.org\n")
        #expect(try await cyd.run("send", talk, "still here?").code != 0)
        let again = Terminal()
        let entered = try await again.run(
            "login", "--server", server.address, "--email", "cyd@example.org",
            environment: ["NEXUS_PASSWORD": Terminal.password])
        #expect(entered.code == 1)
        #expect(entered.errors.contains("suspended by an administrator"))
        #expect(try await ada.run("admin", "accounts").output.contains("suspended"))
        #expect(try await bob.run("people", "cyd").output.contains("suspended"))
        #expect(try await ada.objects("admin", "accounts", "--state", "suspended", "--json").count == 1)
        #expect(try await ada.object("admin", "inventory", "--json")["suspended"] as? Int == 1)
        #expect(try await ada.run("admin", "restore", "Cyd").output == "restored cyd@example.org\n")
        #expect(
            try await again.run(
                "login", "--server", server.address, "--email", "cyd@example.org",
                environment: ["NEXUS_PASSWORD": Terminal.password]
            ).code == 0)
        let acts = try await ada.objects("admin", "audit", "--json").compactMap { $0["act"] as? String }
        #expect(acts == ["account.restore", "account.suspend", "message.remove"])
    }

    @Test("the mail server is tested, and the queue of e-mails shown")
    func mail() async throws {
        let server = try ServerProcess()
        let settings = "export NEXUS_SMTP_URL=smtp://127.0.0.1:1 NEXUS_MAIL_FROM=nexus@example.org"
        try server.start(["--public-url", "https://chat.example.org"], under: settings)
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let tested = try await ada.run("admin", "mail-test", "ada@example.org")
        #expect(tested.code == 1)
        #expect(tested.errors.contains("The mail server cannot be reached."))
        #expect(tested.errors.contains("Connection refused"))
        #expect(
            try await ada.run("admin", "mail").output
                == "server   127.0.0.1:1\nsender   nexus@example.org\nwaiting  0\n")
        let report = try await ada.object("admin", "mail", "--json")
        #expect(report["on"] as? Bool == true)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        #expect(try await bob.run("admin", "mail").errors.contains("Only an administrator"))
    }

    @Test("an invalid setting of the mail server is named, and its value is not shown")
    func invalidMail() async throws {
        let server = try ServerProcess()
        #expect(throws: (any Error).self) {
            try server.start(
                under: "export NEXUS_SMTP_URL=smtps://me:hunter2@mail.example.org NEXUS_MAIL_FROM=a@example.org")
        }
        #expect(server.log.contains("NEXUS_PUBLIC_URL is missing"))
        #expect(!server.log.contains("hunter2"))
    }

    @Test("people are invited by e-mail from arguments and a file, listed, and sent their link again")
    func invitations() async throws {
        let server = try ServerProcess()
        try server.start(
            ["--public-url", "https://chat.example.org"],
            under: "export NEXUS_SMTP_URL=smtp://127.0.0.1:1 NEXUS_MAIL_FROM=nexus@example.org")
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let list = "name;e-mail\n\"Bob\";<bob@example.org>\nAda;ada@example.org\n"
        let sent = try await ada.run("invite", "send", "grace@example.org", "--file", "-", input: list)
        #expect(sent.lines == ["invited grace@example.org", "invited bob@example.org"])
        #expect(sent.errors.contains("ada@example.org: This person has an account already."))
        #expect(sent.code == 1)
        let listed = try await ada.objects("invite", "list", "--json")
        #expect(Set(listed.compactMap { $0["email"] as? String }) == ["grace@example.org", "bob@example.org"])
        let id = try #require(listed.first?["id"] as? String)
        #expect(try await ada.run("invite", "send-again", id).code == 0)
        // The new link's e-mail replaced the one that waited.
        #expect(try await ada.object("admin", "mail", "--json")["waiting"] as? Int == 2)
        #expect(try await ada.run("invite", "revoke", id).code == 0)
        #expect(try await ada.object("admin", "mail", "--json")["waiting"] as? Int == 1)
        #expect(try await ada.run("invite", "send-again", id).code == 1)
    }
}
