import Foundation
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
}
