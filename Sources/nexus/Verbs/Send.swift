import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a message. Without a network it is queued.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(help: "The text; - reads standard input. Put -- before a text that begins with a dash.") var text: String?
    @Option(help: "A file to attach; the text may then be empty. Repeatable.") var file: [String] = []
    @Option(help: "The message to reply to: an identifier, or a position in the conversation.") var replyTo: String?
    @Option(help: "A member to mention; the name is put before the text if it is not in it. Repeatable.")
    var mention: [PersonArgument] = []
    @Option(help: "Seconds to wait for the server's acknowledgement.") var wait: SecondsArgument?
    @Flag(help: "Print the message as JSON.") var json = false

    func validate() throws {
        guard text != nil || !file.isEmpty || !mention.isEmpty else {
            throw ValidationError("Write a text, or name a file.")
        }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        let conversation = try await conversation.resolve(client)
        var original: MessageID?
        if let replyTo { original = try await MessageArguments([conversation.id.text, replyTo]).resolve(client).first }
        let (words, mentioned) = try await mentioning(
            StandardInput.text(of: text ?? ""), in: conversation, client)
        let message = try await client.send(
            words, files: file.map { OutgoingFile($0) }, in: conversation.id,
            replyingTo: original, mentioning: mentioned)
        // Files get a minute by default.
        let patience = wait ?? (file.isEmpty ? nil : SecondsArgument(seconds: 60))
        let delivery = Delivery(client: client, wait: patience, keepsRefused: true)
        guard json else { return try await delivery.report(message.retyped(), done: "sent", note: message.text) }
        let fate = try await delivery.settle(message.retyped())
        guard let (id, row) = try await client.message(message) else { return }
        Output.json(MessageJSON(row, in: id, members: try await client.conversation(id)?.members ?? []))
        delivery.remark(on: fate)
    }

    /// The text with the names of the members to mention, and their identifiers.
    private func mentioning(
        _ text: String, in conversation: ConversationRow, _ client: NexusClient
    ) async throws -> (String, [UserID]) {
        guard !mention.isEmpty else { return (text, []) }
        let members = try await client.conversation(conversation.id)?.members.filter { !$0.hasLeft } ?? []
        var text = text
        var mentioned: [UserID] = []
        for argument in mention {
            let user = try await argument.resolve(in: members, client)
            guard let member = members.first(where: { $0.user == user }) else {
                throw CommandProblem("\(argument.text) is not a member of this conversation.")
            }
            mentioned.append(user)
            let finder = MentionFinder([(user, member.name)])
            if finder.mentions(in: text).isEmpty { text = text.isEmpty ? "@\(member.name)" : "@\(member.name) \(text)" }
        }
        return (text, mentioned)
    }
}
