import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct ForwardMessages: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forward", abstract: "Forward messages and their attachments.",
        usage: """
            nexus forward MESSAGE… --to CONVERSATION…
                   nexus forward CONVERSATION MESSAGE… --to CONVERSATION…
            """)

    @Argument(help: "Identifiers of messages, or a conversation and the messages' positions in it.")
    var words: [String]
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "A target conversation. Repeatable, at most \(Limits.forwardTargets).", valueName: "conversation"))
    var to: [ConversationArgument]
    @Option(help: "Seconds to wait for the server's acknowledgement.") var wait: SecondsArgument?

    func run() async throws {
        let client = try ProfileClient.open()
        let messages = try await MessageArguments(words[...]).resolve(client)
        guard !messages.isEmpty else { throw CommandProblem("Name a message to forward.") }
        var conversations: [ConversationID] = []
        for conversation in to { conversations.append(try await conversation.resolve(client).id) }
        let operations = try await client.forward(messages, to: conversations)
        let delivery = Delivery(client: client, wait: wait)
        // All are queued: what one conversation refuses, the next may take.
        var refused: ClientError?
        for operation in operations {
            let id: MessageID = operation.retyped()
            do {
                try await delivery.report(operation, done: "forwarded", note: id.text)
            } catch let error as ClientError {
                if let refused { Output.warn(CommandExit.text(of: refused)) }
                refused = error
            }
        }
        if let refused { throw refused }
    }
}
