import Foundation
import Testing

@Suite("Setting up from the command line")
struct SetupCommandTests {
    @Test("a fresh server gives out its link, again when asked, over a restart, and only until it is used")
    func link() async throws {
        let server = try ServerProcess()
        try server.start(join: nil)
        let link = {
            try await Terminal().run(
                "setup-link", "--data", server.folder.path, "--server", "http://127.0.0.1:\(server.port)")
        }
        let first = try await link()
        #expect(first.code == 0)
        #expect(first.lines.first?.hasPrefix("http://127.0.0.1:\(server.port)/setup#") == true)
        let file = server.folder.appending(path: "nexus.sqlite.setup").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        server.kill()
        try server.start(join: nil)
        let second = try await link()
        #expect(second.output.split(separator: "#").last == first.output.split(separator: "#").last)

        let ada = Terminal()
        let refused = try await ada.run(
            "setup", try #require(second.lines.first) + "A", "--name", "Ada", "--email", "ada@example.org", "--team",
            "Engines", input: Terminal.password + "\n")
        #expect(refused.code == 1)
        let done = try await ada.run(
            "setup", try #require(second.lines.first), "--name", "Ada", "--email", "ada@example.org", "--team",
            "Engines", input: Terminal.password + "\n")
        #expect(done.code == 0, "\(done.errors)")
        #expect(try await link().code == 1)
        #expect(!FileManager.default.fileExists(atPath: file))
        let policy = try await ada.run("admin", "policy")
        #expect(policy.lines == ["team    Engines", "join    invited", "invite  members"])
        let stranger = try await Terminal().run(
            "signup", "--server", "http://127.0.0.1:\(server.port)", "--name", "Eve", "--email", "eve@example.org",
            input: Terminal.password + "\n")
        #expect(stranger.code == 1)
        let opened = try await ada.run("admin", "policy", "--join", "everyone", "--json")
        #expect(opened.output.contains(#""join":"everyone""#))
        _ = try await Terminal.signedUp("Grace", at: "http://127.0.0.1:\(server.port)")
        #expect(server.log.contains("setup#") == false)
        _ = server.terminate()
    }

    @Test("an argument that is not a set-up link is refused with an example of one")
    func malformed() async throws {
        for link in ["chat.example.org", "https://chat.example.org/setup", "https://chat.example.org/join#code"] {
            let outcome = try await Terminal().run(
                "setup", link, "--name", "Ada", "--email", "ada@example.org", "--team", "Engines",
                input: Terminal.password + "\n")
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("/setup#"))
        }
    }
}
