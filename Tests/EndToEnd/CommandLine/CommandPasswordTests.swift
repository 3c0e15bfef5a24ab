import Foundation
import NexusTestSupport
import Testing

@Suite("The command line: passwords")
struct CommandPasswordTests {
    @Test("a password is changed with the current one, and other devices are signed out unless they are kept")
    func change() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let other = Terminal()
        let login = ["login", "--server", server.address, "--email", "ada@example.org"]
        #expect(try await other.run(login, input: Terminal.password + "\n").code == 0)
        let wrong = try await ada.run("password", input: "a wrong guess\nbattery staple\n")
        #expect(wrong.code == 1)
        #expect(wrong.errors.contains("not your current password"))
        let kept = try await ada.run("password", "--keep-others", input: Terminal.password + "\nbattery staple\n")
        #expect(kept.output == "Changed the password.\n")
        #expect(try await other.run("sessions").code == 0)
        let changed = try await ada.run(
            "password", environment: ["NEXUS_PASSWORD": "battery staple", "NEXUS_NEW_PASSWORD": "horse battery"])
        #expect(changed.output == "Changed the password, and signed out your other devices.\n")
        #expect(try await other.run("sessions").code == 1)
        #expect(try await ada.run("sessions").code == 0)
        #expect(try await Terminal().run(login, input: "battery staple\n").code == 1)
        #expect(try await Terminal().run(login, input: "horse battery\n").code == 0)
    }

    @Test("an administrator's link sets a new password once, also where its person is signed in")
    func reset() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let grace = try await Terminal.signedUp("Grace", at: server.address)
        let refused = try await grace.run("admin", "reset", "ada@example.org")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("Only an administrator"))
        let link = try #require(try await ada.run("admin", "reset", "Grace").lines.first)
        #expect(link.hasPrefix("\(server.address)/reset#"))
        let foreign = try await ada.run("password", "--link", link, input: "battery staple\n")
        #expect(foreign.code == 1)
        let short = try await grace.run("password", "--link", link, input: "short\n")
        #expect(short.code == 1)
        let set = try await grace.run("password", "--link", link, input: "battery staple\n")
        #expect(set.output == "Set the new password. Signed in as Grace <grace@example.org>.\n", "\(set.errors)")
        #expect(try await grace.objects("sessions", "--json").count == 1)
        let again = try await Terminal().run("password", "--link", link, input: "another one\n")
        #expect(again.code == 1)
        #expect(again.errors.contains("Ask an administrator for a new one."))
        let acts = try await ada.objects("admin", "audit", "--json").compactMap { $0["act"] as? String }
        #expect(acts == ["password.reset", "password.link"])
        #expect(!server.log.contains(link.split(separator: "#").last.map(String.init) ?? ""))
    }

    @Test("a sign-in needs a code of the app once it is confirmed; a recovery code turns it off")
    func secondFactor() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        #expect(try await ada.run("second-factor").output == "off\n")
        let added = try await ada.run("second-factor", "add", input: Terminal.password + "\n")
        let key = try #require(added.lines.first)
        #expect(added.lines.last?.contains("secret=\(key)&issuer=Nexus") == true)
        #expect(try await ada.run("second-factor", "confirm", "12345").code == 1)
        let codes = try await ada.run("second-factor", "confirm", AuthenticatorApp.code(of: key)).lines
        #expect(codes.count == 10)
        #expect(try await ada.run("second-factor").output.hasSuffix("10 recovery codes left\n"))

        let laptop = Terminal()
        let login = ["login", "--server", server.address, "--email", "ada@example.org"]
        let asked = try await laptop.run(login, input: Terminal.password + "\n")
        #expect(asked.code == 1)
        #expect(asked.errors.contains("code of your authenticator app"))
        let entered = try await laptop.run(login + ["--code", codes[0]], input: Terminal.password + "\n")
        #expect(entered.code == 0, "\(entered.errors)")
        let replayed = try await Terminal().run(login + ["--code", codes[0]], input: Terminal.password + "\n")
        #expect(replayed.code == 1)
        let off = try await ada.run(
            "second-factor", "remove", "--code", codes[1], input: Terminal.password + "\n")
        #expect(off.code == 0, "\(off.errors)")
        #expect(try await Terminal().run(login, input: Terminal.password + "\n").code == 0)
    }

    @Test("an administrator's link turns the second factor off for a person who lost their device")
    func lostDevice() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let grace = try await Terminal.signedUp("Grace", at: server.address)
        let key = try #require(
            try await grace.run("second-factor", "add", input: Terminal.password + "\n").lines.first)
        #expect(try await grace.run("second-factor", "confirm", AuthenticatorApp.code(of: key)).code == 0)
        let accounts = try await ada.objects("admin", "accounts", "--json")
        #expect(accounts.compactMap { $0["secondFactor"] as? Bool } == [true])
        let plain = try #require(try await ada.run("admin", "reset", "Grace").lines.first)
        let asked = try await Terminal().run("password", "--link", plain, input: "battery staple\n")
        #expect(asked.code == 1)
        #expect(asked.errors.contains("code of your authenticator app"))
        let link = try #require(try await ada.run("admin", "reset", "Grace", "--second-factor").lines.first)
        let set = try await Terminal().run("password", "--link", link, input: "battery staple\n")
        #expect(set.code == 0, "\(set.errors)")
        let login = try await Terminal().run(
            "login", "--server", server.address, "--email", "grace@example.org", input: "battery staple\n")
        #expect(login.code == 0, "\(login.errors)")
    }

    @Test("a link is mailed where the server has a mail server; elsewhere it says whom to ask")
    func forgotten() async throws {
        let plain = try ServerProcess()
        try plain.start()
        let refused = try await Terminal().run("password", "--forgot", "ada@example.org", "--server", plain.address)
        #expect(refused.code == 1)
        #expect(refused.errors.contains("Ask an administrator of your team"))
        let mailing = try ServerProcess()
        try mailing.start(
            ["--public-url", "https://chat.example.org"],
            under: "export NEXUS_SMTP_URL=smtp://127.0.0.1:1 NEXUS_MAIL_FROM=nexus@example.org")
        let ada = try await Terminal.signedUp("Ada", at: mailing.address)
        for address in ["ada@example.org", "nobody@example.org"] {
            let asked = try await Terminal().run("password", "--forgot", address, "--server", mailing.address)
            #expect(
                asked.lines.first
                    == "If \(address) has an account there, a link is on its way. It works once, for 30 minutes:")
        }
        try await eventually("the e-mail to the account waits") {
            let mails = try await ada.object("admin", "mail", "--json")["mails"] as? [[String: Any]]
            return mails?.map { $0["to"] as? String } == ["ada@example.org"]
        }
        #expect(try await Terminal().run("password", "--forgot", "ada@example.org").code == 2)
    }
}
