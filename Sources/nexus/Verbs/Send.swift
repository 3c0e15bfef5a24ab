import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Write a message. With no network it is queued, and sent when there is one.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(help: "What to say; - reads it from standard input. After -- it may begin with a dash.") var text: String?
    @Option(help: "A file to send with it, in which case it need not say anything. Repeatable.") var file: [String] = []
    @Option(help: "The message it answers: an identifier, or a position in the conversation.") var replyTo: String?
    @Option(help: "Wait up to that many seconds for the server to have it.") var wait: SecondsArgument?
    @Flag(help: "Write the message in JSON.") var json = false

    func validate() throws {
        guard text != nil || !file.isEmpty else { throw ValidationError("Say something, or name a file.") }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        let conversation = try await conversation.resolve(client)
        var original: MessageID?
        if let replyTo { original = try await MessageArguments([conversation.id.text, replyTo]).resolve(client).first }
        let message = try await client.send(
            text == "-" ? StandardInput.read() : text ?? "", files: file.map { OutgoingFile($0) }, in: conversation.id,
            replyingTo: original)
        // Files take their time: without being told otherwise, as long as a minute.
        let patience = wait ?? (file.isEmpty ? nil : SecondsArgument(seconds: 60))
        let delivery = Delivery(client: client, wait: patience, keepsRefused: true)
        guard json else { return try await delivery.report(message.retyped(), done: "sent", note: message.text) }
        let fate = try await delivery.settle(message.retyped())
        guard let (id, row) = try await client.message(message) else { return }
        Output.json(MessageJSON(row, in: id, members: try await client.conversation(id)?.members ?? []))
        delivery.remark(on: fate)
    }
}
