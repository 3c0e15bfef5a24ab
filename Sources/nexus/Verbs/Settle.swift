import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

/// The duration of a mute, as typed.
enum MuteArgument: String, ExpressibleByArgument, CaseIterable {
    case hour = "1h"
    case eightHours = "8h"
    case always
    case off

    var span: MuteSpan? {
        switch self {
        case .hour: .hour
        case .eightHours: .eightHours
        case .always: .always
        case .off: nil
        }
    }
}

struct Mute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Mute a conversation.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(help: "The duration, or off to unmute.") var span = MuteArgument.always

    func run() async throws {
        let client = try ProfileClient.open()
        let operation = try await client.mute(try await conversation.resolve(client).id, for: span.span)
        try await Delivery(client: client).report(operation, done: span == .off ? "unmuted" : "muted")
    }
}

struct Archive: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Archive a conversation until a new message arrives.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Flag(help: "Undo it.") var undo = false

    func run() async throws {
        let client = try ProfileClient.open()
        let operation = try await client.archive(try await conversation.resolve(client).id, !undo)
        try await Delivery(client: client).report(operation, done: undo ? "brought back" : "archived")
    }
}

struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Clear a conversation's history for you only.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument

    func run() async throws {
        let client = try await ProfileClient.openAndSync()
        let operation = try await client.clear(try await conversation.resolve(client).id)
        try await Delivery(client: client).report(operation, done: "cleared")
    }
}

struct PinConversation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin-chat", abstract: "Pin a conversation to the top of your list.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Flag(help: "Undo it.") var undo = false

    func run() async throws {
        let client = try ProfileClient.open()
        let operation = try await client.pin(try await conversation.resolve(client).id, !undo)
        try await Delivery(client: client).report(operation, done: undo ? "unpinned" : "pinned")
    }
}

struct MarkUnread: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unread", abstract: "Mark a conversation as unread.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument

    func run() async throws {
        let client = try ProfileClient.open()
        let operation = try await client.markUnread(try await conversation.resolve(client).id)
        try await Delivery(client: client).report(operation, done: "marked")
    }
}

struct Draft: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draft", abstract: "Show or save a draft. Drafts sync to your other devices.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(
        help: "The draft's text; - reads standard input, an empty one deletes it. Leave it out to show the draft.")
    var text: String?

    func run() async throws {
        let client = try await ProfileClient.openAndSync()
        let id = try await conversation.resolve(client).id
        guard let given = text else { return Output.line(try await client.draft(in: id)) }
        let text = StandardInput.text(of: given)
        try await client.setDraft(text, in: id)
        _ = try await client.sync(within: ProfileClient.budget)
        Output.line(text.isEmpty ? "forgotten" : "kept")
    }
}

struct Favourite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourite", abstract: "Add a person to your favourites, or list them.")

    @Argument(help: "The person's e-mail address or name.") var person: PersonArgument?
    @Flag(help: "Undo it.") var undo = false

    func run() async throws {
        guard let person else {
            let client = try await ProfileClient.openAndSync()
            return Output.lines(
                try await client.ownView().notable.filter(\.isFavourite).map { TerminalText.line($0.name) })
        }
        let client = try ProfileClient.open()
        let operation = try await client.favour(try await person.resolve(client).id, !undo)
        try await Delivery(client: client).report(operation, done: undo ? "removed" : "added")
    }
}
