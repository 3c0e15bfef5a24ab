import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct PinMessage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin-message", abstract: "Pin a message for all members.",
        usage: "nexus pin-message MESSAGE [--remove]\n       nexus pin-message CONVERSATION MESSAGE [--remove]")

    @Argument(help: "The message's identifier, or a conversation and the message's position in it.")
    var words: [String]
    @Flag(help: "Unpin it.") var remove = false
    @Option(help: "Seconds to wait for the server's acknowledgement.") var wait: SecondsArgument?

    func run() async throws {
        let client = try ProfileClient.open()
        let messages = try await MessageArguments(words[...]).resolve(client)
        guard let message = messages.first, messages.count == 1 else { throw CommandProblem("Name one message.") }
        let operation = try await client.pin(message, !remove)
        try await Delivery(client: client, wait: wait).report(
            operation, done: remove ? "unpinned" : "pinned", note: message.text)
    }
}

struct Pins: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pins", abstract: "List a conversation's pinned messages, newest pin first."
    )

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let client = try ProfileClient.open()
        let conversation = try await conversation.resolve(client)
        let rows = try await client.pinnedMessages(in: conversation.id)
        if json {
            let members = try await client.conversation(conversation.id)?.members ?? []
            return Output.json(rows.map { MessageJSON($0, in: conversation.id, members: members) })
        }
        let transcript = Transcript(now: SystemClock().now(), style: .standardOutput)
        Output.lines(rows.flatMap { transcript.lines(for: $0) })
    }
}
