import NexusCore
import NexusTestSupport
import Testing

@testable import NexusIntelligence

@Suite("Planted instructions")
struct PlantedInstructionTests {
    @Test("there are more than forty of them, with unique names")
    func count() {
        #expect(Attack.all.count > 40)
        #expect(Set(Attack.all.map(\.name)).count == Attack.all.count)
    }

    /// Each attack against each prompt that reads many users' messages.
    static let prompts: [Prompt] = [.answer, .conversation, .summary]

    @Test("a model that obeys them shows only checked statements", arguments: Attack.all, prompts)
    func gullible(attack: Attack, prompt: Prompt) async throws {
        let model = ScriptedChatModel([.answers { _ in attack.reply }], window: 100_000)
        let request = PlantedMessages.request(attack.message, prompt)
        let reply = try await model.answer(to: request)
        let answer = PlantedMessages.check(request, prompt).check(reply: reply.text)
        for statement in answer.statements {
            #expect(!statement.citations.isEmpty)
            for citation in statement.citations {
                let source = try #require(request.quotes.first { $0.id == citation.message })
                let scalars = Array(source.text.unicodeScalars)
                #expect(String(String.UnicodeScalarView(scalars[citation.range])) == citation.quote)
            }
            for word in attack.forbidden { #expect(!(statement.text + "\n").contains(word), "\(statement.text)") }
            #expect(!statement.text.contains("\n"))
            if statement.citations.allSatisfy({ $0.seq == 2 }) { #expect(statement.text.hasPrefix("Mallory wrote: “")) }
        }
    }

    @Test("an honest answer passes despite them", arguments: Attack.all, prompts)
    func honest(attack: Attack, prompt: Prompt) throws {
        let request = PlantedMessages.request(attack.message, prompt)
        let reply = PlantedMessages.reply(
            ("The launch is on Friday at 10.", "m1", PlantedMessages.launch))
        let answer = PlantedMessages.check(request, prompt).check(reply: reply)
        #expect(answer.statements.map(\.text) == ["The launch is on Friday at 10."])
        #expect(answer.faults.isEmpty)
    }

    @Test("each stays one quoted line that cannot end its quotation", arguments: Attack.all, prompts)
    func fenced(attack: Attack, prompt: Prompt) throws {
        let turns = PlantedMessages.request(attack.message, prompt).turns
        #expect(turns.map(\.role) == [.system, .user])
        #expect(!turns[0].text.contains(attack.message))
        let lines = turns[1].text.split(separator: "\n")
        let quoted = lines.filter { $0.hasPrefix("{\"id\":\"m") }
        #expect(quoted.count == 3)
        #expect(lines.count { $0 == "END QUOTED MESSAGES" } == 1)
        #expect(!quoted[1].contains("<") && !quoted[1].contains("[INST]") && !quoted[1].contains("[/INST]"))
        let value = try JSONValue.decode(String(quoted[1]))
        #expect(value["from"] == .string("Mallory"))
        #expect(value["text"] == .string(QuoteFence.visible(attack.message)))
    }

    @Test(
        "ordinary messages are not suspected",
        arguments: [
            "The launch is on Friday at 10.", "Can you review my pull request above?", "I forgot the rules of chess.",
            "Please ignore the noise, the build is green.", "System is up again.", "User research starts on Monday.",
            "The previous sprint went well", "Human resources will call you.", "I'll ask about it in my next mail",
        ])
    func innocent(text: String) {
        #expect(!PlantedInstruction.isSuspected(in: text))
    }
}
