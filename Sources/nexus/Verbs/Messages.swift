import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Messages: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages", abstract: "Show the messages of a conversation, newest last.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Option(help: "The maximum number of results.") var limit = Limits.defaultPageMessages
    @Option(help: "Show only messages before this position.") var before: Seq?
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit is at least 1.") }
    }

    func run() async throws {
        let client = try await ProfileClient.openAndSync()
        let conversation = try await conversation.resolve(client)
        let page = try await client.fetchMessages(
            in: conversation.id, before: before, limit: limit, within: ProfileClient.budget)
        if !page.isComplete { Output.warn("Some messages are not on this device, or not current.") }
        let members = try await client.conversation(conversation.id)?.members ?? []
        if json { return Output.json(page.messages.map { MessageJSON($0, in: conversation.id, members: members) }) }
        let transcript = Transcript(now: SystemClock().now(), style: .standardOutput)
        Output.lines(page.messages.flatMap { transcript.lines(for: $0) })
    }
}
