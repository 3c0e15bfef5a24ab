import Foundation
import NexusTestSupport
import Testing

@Suite("The command line: notifications")
struct CommandNotificationTests {
    @Test(
        "shows and changes which messages the user is told of, also for one conversation, and names what is out of bounds"
    )
    func settings() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let talk = try await ada.run("new", "--group", "Plans").identifier
        #expect(try await ada.run("notifications").output.contains("Groups: all\n"))
        let changed = try await ada.run(
            "notifications", "--groups", "mentions", "--keyword", "boiler", "--quiet", "22:00-07:00", "--mail", "off")
        for line in [
            "Groups: mentions", "Keywords: boiler", "Quiet hours: 22:00-07:00", "E-mails about unread messages: off",
        ] {
            #expect(changed.lines.contains(line), "\(line)")
        }
        #expect(
            try await ada.run("notifications", "--quiet", "off", "--no-keywords").output.contains("Quiet hours: off\n"))
        #expect(try await ada.run("notifications", "in", talk, "--level", "nothing", "--sound").output == "set\n")
        #expect(try await ada.run("notifications", "--delay", "301").code == 1)
        #expect(try await ada.run("notifications", "--quiet", "25:00-07:00").code == 2)
        #expect(try await ada.run("notifications", "in", talk).code == 2)
        let phone = Terminal()
        let login = ["login", "--server", server.address, "--email", "ada@example.org"]
        #expect(try await phone.run(login, input: "\(Terminal.password)\n").code == 0)
        try await phone.run("conversations")
        #expect(try await phone.run("notifications").output.contains("Groups: mentions\n"), "on every device")
    }

    @Test("watch --notify shows what the user is told of, and nothing else, with the named program")
    func notify() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        let plans = try await ada.run("new", "--group", "Plans", "--member", "bob@example.org").identifier
        let noise = try await ada.run("new", "--group", "Noise", "--member", "bob@example.org").identifier
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (program, shown) = (folder.appending(path: "show"), folder.appending(path: "shown"))
        try "#!/bin/sh\nprintf '%s|%s\\n' \"$1\" \"$2\" >> '\(shown.path)'\n".write(
            to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        try await bob.run("conversations")
        #expect(try await bob.run("notifications", "in", noise, "--level", "nothing").code == 0)
        let environment = ["NEXUS_NOTIFIER": program.path]
        let watch = try RunningVerb(bob, "watch", "--notify", environment: environment)
        try await eventually("it connects") { watch.objects(ofType: "connection").first?["online"] as? Bool == true }
        try await ada.run("send", noise, "not this")
        try await ada.run("send", plans, "\"now\" $(touch x); done")
        try await eventually("the one is shown") {
            (try? String(contentsOf: shown, encoding: .utf8)) == "Plans|Ada: \"now\" $(touch x); done\n"
        }
        #expect(watch.texts == ["not this", "\"now\" $(touch x); done"])
        #expect(watch.interrupt() == 0)
        let missing = try await bob.run("watch", "--notify", environment: ["NEXUS_NOTIFIER": folder.path + "/none"])
        #expect(missing.code == 1 && missing.errors.contains("NEXUS_NOTIFIER"))
    }
}
