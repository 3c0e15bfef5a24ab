import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Assistant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assistant", abstract: "Ask about one conversation, or summarize it.",
        discussion: """
            A question goes on from the last one about this conversation unless --new is given. "Extract action items", "What \
            decisions were made?" and "Any deadlines?" give the insights there are, "Summarize thread" sums it up.
            """)

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(help: "The question. Several arguments are joined.") var question: [String] = []
    @Flag(help: "Catch up: what happened since you last read, most important first.") var catchUp = false
    @Option(help: "The range to summarize: unread, today, week (the last seven days) or all.")
    var summary: ConversationSummary.Range?
    @Flag(help: "Start a new topic.") var new = false
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        let wanted = [!question.isEmpty, catchUp, summary != nil].count { $0 }
        guard wanted == 1 else { throw ValidationError("Give a question, --catch-up or --summary RANGE.") }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        let id = try await conversation.resolve(client).id
        let list = AnswerListing(now: SystemClock().now(), style: .standardOutput)
        if catchUp || summary != nil {
            let told =
                if let summary { try await client.summary(of: id, summary) } else { try await client.catchUp(on: id) }
            return json ? Output.json(told) : Output.lines(list.lines(for: told))
        }
        let topic = new ? nil : try await client.topics(about: id).topics.first?.id
        let answer = try await client.ask(question.joined(separator: " "), topic: topic, in: id)
        if json { return Output.json(AssistantEvent.finished(answer.topic, answer.exchange)) }
        Output.lines(list.lines(for: answer.exchange))
    }
}

extension ConversationSummary.Range: ExpressibleByArgument {}
