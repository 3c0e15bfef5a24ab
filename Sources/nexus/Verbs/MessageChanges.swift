import ArgumentParser
import NexusClient
import NexusCore

struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit your own message.",
        usage: "nexus edit MESSAGE TEXT\n       nexus edit CONVERSATION MESSAGE TEXT")

    @Argument(
        help:
            "The message's identifier, or a conversation and the message's position in it; then the new text; - reads standard input."
    )
    var words: [String]
    @Option(help: "Seconds to wait for the server's acknowledgement.") var wait: SecondsArgument?

    func validate() throws {
        guard words.count == 2 || words.count == 3 else { throw ValidationError("Name a message and its new text.") }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        let messages = try await MessageArguments(words.dropLast()).resolve(client)
        guard let message = messages.first else { throw CommandProblem("Name the message to change.") }
        let operation = try await client.edit(message, to: StandardInput.text(of: words.last ?? ""))
        try await Delivery(client: client, wait: wait).report(operation, done: "edited", note: message.text)
    }
}

struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete your own messages for everyone, or any message for you only.",
        usage: "nexus delete MESSAGE… [--for-me]\n       nexus delete CONVERSATION MESSAGE… [--for-me]")

    @Argument(help: "Identifiers of messages, or a conversation and the messages' positions in it.")
    var words: [String]
    @Flag(help: "Delete on your own devices only.") var forMe = false
    @Option(help: "Seconds to wait for the server's acknowledgement.") var wait: SecondsArgument?

    func run() async throws {
        let client = try ProfileClient.open()
        let messages = try await MessageArguments(words[...]).resolve(client)
        guard !messages.isEmpty else { throw CommandProblem("Name a message to delete.") }
        let operations = forMe ? try await client.deleteForMe(messages) : [try await client.delete(messages)]
        let delivery = Delivery(client: client, wait: wait)
        for operation in operations.dropLast() { try await delivery.settle(operation) }
        guard let last = operations.last else { return }
        try await delivery.report(last, done: "deleted", note: messages.map(\.text).joined(separator: " "))
    }
}
