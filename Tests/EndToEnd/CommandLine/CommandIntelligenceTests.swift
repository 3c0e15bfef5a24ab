import Foundation
import Testing

@Suite("The command line: AI")
struct CommandIntelligenceTests {
    @Test("shows the model, keeps it out of a conversation, and lists what was sent to it")
    func intelligence() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        #expect(try await ada.run("ai", "status").output.contains("no language model"))
        let group = try await ada.run("new", "--group", "Plans", "--member", "bob@example.org").identifier
        #expect(try await ada.run("ai", "forbid", group).output.contains("forbidden"))
        #expect(try await ada.run("ai", "allow", group).output.contains("allowed"))
        #expect(try await bob.run("sync").code == 0)
        #expect(try await bob.run("ai", "forbid", group).code == 1, "an ordinary member may not")
        #expect(try await bob.objects("ai", "ledger", "--json").isEmpty)
        #expect(try await ada.run("admin", "ledger").code == 0)
        let refused = try await bob.run("admin", "ledger")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("Only an administrator"))
        #expect(try await bob.run("profile", "--no-ai").output.contains("Artificial intelligence hidden."))
        #expect(try await bob.object("profile", "--json")["showsAI"] as? Bool == false)
        #expect(try await !bob.run("profile", "--ai").output.contains("hidden."))
        #expect(try await bob.object("profile", "--json")["showsAI"] as? Bool == true)
    }
}
