import ArgumentParser
import NexusClient
import NexusCore

struct React: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "react", abstract: "React to a message with an emoji.",
        usage: "nexus react MESSAGE EMOJI [--remove]\n       nexus react CONVERSATION MESSAGE EMOJI [--remove]")

    @Argument(help: "The message's identifier, or a conversation and the message's position in it; then the emoji.")
    var words: [String]
    @Flag(help: "Remove your reaction.") var remove = false
    @Option(help: "Seconds to wait for the server's acknowledgement.") var wait: SecondsArgument?

    func validate() throws {
        guard words.count == 2 || words.count == 3 else { throw ValidationError("Name a message and an emoji.") }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        let messages = try await MessageArguments(words.dropLast()).resolve(client)
        guard let message = messages.first else { throw CommandProblem("Name the message to react to.") }
        let operation = try await client.react(words.last ?? "", to: message, on: !remove)
        try await Delivery(client: client, wait: wait).report(
            operation, done: remove ? "removed" : "reacted", note: message.text)
    }
}
