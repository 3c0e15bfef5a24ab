import Foundation
import NexusTestSupport
import Testing

@Suite("The command line: what sign-ins need")
struct CommandSignInPolicyTests {
    @Test("where two-step sign-in is required, a verb says how to set it up, and works after that")
    func required() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let grace = try await Terminal.signedUp("Grace", at: server.address)
        let policy = try await ada.run("admin", "policy", "--second-factor", "required")
        #expect(policy.lines.last == "second-factor  required")
        let refused = try await grace.run("sessions")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("nexus second-factor add"))
        // A connection that is refused signs nobody out.
        for _ in 0..<2 {
            let sync = try await grace.run("sync")
            #expect(sync.code == 1)
            #expect(sync.errors.contains("nexus second-factor add"))
        }
        #expect(try await grace.run("second-factor").output == "off, but your team requires it\n")
        let login = try await Terminal().run(
            "login", "--server", server.address, "--email", "grace@example.org", input: Terminal.password + "\n")
        #expect(login.code == 0)
        #expect(login.errors.contains("nexus second-factor add"))
        let key = try #require(
            try await grace.run("second-factor", "add", input: Terminal.password + "\n").lines.first)
        #expect(try await grace.run("second-factor", "confirm", AuthenticatorApp.code(of: key)).code == 0)
        #expect(try await grace.run("sessions").code == 0)
        #expect(try await grace.run("sync").code == 0)
    }

    @Test("on a terminal it is set up right after the sign-in", .enabled(if: PseudoTerminal.isThere))
    func prompted() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        #expect(try await ada.run("admin", "policy", "--second-factor", "required").code == 0)
        let laptop = Terminal()
        let screen = try PseudoTerminal(laptop, "login", "--server", server.address, "--email", "ada@example.org")
        try await eventually("it asks for the password") { screen.shown.contains("Password: ") }
        try screen.type(Terminal.password + "\n")
        try await eventually("it asks for a code") { screen.shown.contains("Code that the app shows: ") }
        let key = try #require(screen.shown.firstMatch(of: /[A-Z2-7]{32}/)).output
        try screen.type("12345\n")
        try await eventually("it asks again") { screen.shown.components(separatedBy: "Code that").count == 3 }
        try screen.type(AuthenticatorApp.code(of: String(key)) + "\n")
        #expect(screen.ended() == 0)
        try await eventually("it shows the recovery codes") {
            screen.shown.matches(of: /[A-Z2-7]{4}(-[A-Z2-7]{4}){3}/).count == 10
        }
        #expect(try await laptop.run("sessions").code == 0)
    }

    @Test("an operator lets the last administrator in again, who lost password and device, or says why not")
    func operatorReset() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let key = try #require(
            try await ada.run("second-factor", "add", input: Terminal.password + "\n").lines.first)
        #expect(try await ada.run("second-factor", "confirm", AuthenticatorApp.code(of: key)).code == 0)
        let terminal = Terminal()
        func reset(_ email: String) async throws -> Terminal.Outcome {
            try await terminal.run(
                "admin", "reset", email, "--second-factor", "--data", server.folder.path, "--server", server.address)
        }
        let running = try await reset("ada@example.org")
        #expect(running.code == 1 && running.errors.contains("A server is running"))
        #expect(server.terminate() == 0)
        let unknown = try await reset("eve@example.org")
        #expect(unknown.code == 1 && unknown.errors.contains("No account with a password"))
        let made = try await reset("ada@example.org")
        let link = try #require(made.lines.first, "\(made.errors)")
        #expect(link.hasPrefix("\(server.address)/reset#"))
        try server.start()
        let secret = try #require(link.split(separator: "#").last)
        let now = "\(server.address)/reset#\(secret)"
        let set = try await terminal.run("password", "--link", now, input: "battery staple\n")
        #expect(set.code == 0, "\(set.errors)")
        let acts = try await terminal.objects("admin", "audit", "--json")
        #expect(
            acts.compactMap { $0["act"] as? String }.prefix(3) == [
                "password.reset", "second-factor.remove", "password.link",
            ])
        #expect(acts[2]["note"] as? String == "by the operator, turns two-step sign-in off")
        let again = try await Terminal().run("password", "--link", now, input: "another one\n")
        #expect(again.code == 1)
    }
}
