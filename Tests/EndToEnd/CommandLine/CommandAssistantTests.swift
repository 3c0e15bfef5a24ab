import Foundation
import Testing

@Suite("The command line: the assistant")
struct CommandAssistantTests {
    @Test("answers with quotes, follows up on the previous question, and summarizes a conversation")
    func asks() async throws {
        let server = try ServerProcess()
        try server.start()
        defer { server.kill() }
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        let talk = try await ada.run("new", "--direct", "bob@example.org").identifier
        for text in ["The harbour festival begins on Friday.", "We decided to rent the big stage.", "lunch"] {
            #expect(try await ada.run("send", talk, text, "--wait", "10").code == 0)
        }
        let answer = try await bob.run("ask", "When does the harbour festival begin?")
        #expect(answer.code == 0)
        #expect(answer.output.contains("Quotes from your conversations, no language model"))
        #expect(answer.output.contains("The harbour festival begins on Friday."))
        let next = try await bob.object("ask", "and where?", "--json")
        let exchange = try #require(next["exchange"] as? [String: Any])
        #expect(exchange["number"] as? Int == 2)
        #expect(exchange["readAs"] as? String == "When does the harbour festival begin? and where?")
        let unknown = try await bob.run("ask", "--new", "Which rocket reached Jupiter?")
        #expect(unknown.output.contains("Not in your conversations."))
        #expect(try await bob.run("assistant", talk, "What decisions were made?").output.contains("rent the big stage"))
        let summary = try await bob.run("assistant", talk, "--summary", "all").output
        #expect(summary.contains("rent the big stage"))
        #expect(summary.contains("Of 3 messages, quoted, no language model:"))
        let told = try await bob.object("assistant", talk, "--catch-up", "--json")
        #expect(told["messages"] as? Int == 3)
        #expect(try await bob.run("assistant", talk).code == 2)
        #expect(try await bob.run("assistant", talk, "--summary", "year").code == 2)
    }
}
