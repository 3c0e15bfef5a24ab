import NexusTestSupport
import Testing

@Suite("The command line: the security of an account")
struct CommandSecurityTests {
    @Test("a sign-in tells of failed attempts before; the log shows them; other devices are signed out at once")
    func log() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let laptop = Terminal()
        let login = ["login", "--server", server.address, "--email", "ada@example.org"]
        for _ in 0..<2 { #expect(try await laptop.run(login, input: "a wrong guess\n").code == 1) }
        let entered = try await laptop.run(login, input: Terminal.password + "\n")
        #expect(entered.code == 0)
        #expect(entered.errors.contains("2 failed attempts to sign in since "), "\(entered.errors)")
        let again = try await Terminal().run(login, input: Terminal.password + "\n")
        #expect(!again.errors.contains("failed"), "they are told once")
        let entries = try await laptop.objects("security", "--json")
        #expect(
            entries.compactMap { $0["act"] as? String } == ["sign-in.success", "sign-in.success", "sign-in.failure"])
        #expect(entries.last?["count"] as? Int == 2)
        #expect(try await ada.objects("admin", "audit", "--json").isEmpty)
        #expect(try await ada.objects("admin", "audit", "--sign-ins", "--json").count == 3)
        let sessions = try await laptop.objects("sessions", "--json")
        #expect(sessions.allSatisfy { $0["address"] as? String == "127.0.0.1" })
        #expect(try await laptop.run("sessions", "revoke").code == 2)
        let others = try await laptop.run("sessions", "revoke", "--others")
        #expect(others.output == "Signed out your other devices.\n")
        #expect(try await laptop.objects("sessions", "--json").count == 1)
        #expect(try await ada.run("sessions").code == 1)
    }
}
