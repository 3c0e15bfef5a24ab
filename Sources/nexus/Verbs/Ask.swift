import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Ask: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Ask Nexus about all your conversations.",
        discussion: """
            Goes on from what was asked last ("and when?") unless --new is given. Without a language model the answer is quotes: \
            what was said that best answers, and by whom. What does not stand in your conversations is said to be not there.
            """)

    @Argument(help: "The question. Several arguments are joined.") var question: [String]
    @Flag(help: "Start a new topic.") var new = false
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let client = try ProfileClient.open()
        let topic = new ? nil : try await client.topics().topics.first?.id
        let answer = try await client.ask(question.joined(separator: " "), topic: topic)
        if json { return Output.json(AssistantEvent.finished(answer.topic, answer.exchange)) }
        Output.lines(AnswerListing(now: SystemClock().now(), style: .standardOutput).lines(for: answer.exchange))
    }
}
