import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

/// How long a conversation is muted, as somebody writes it.
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
        commandName: "mute", abstract: "Let a conversation announce nothing for a while.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(help: "For how long, or off to end it.") var span = MuteArgument.always

    func run() async throws {
        let client = try ProfileClient.open()
        let operation = try await client.mute(try await conversation.resolve(client).id, for: span.span)
        try await Delivery(client: client).report(operation, done: span == .off ? "unmuted" : "muted")
    }
}

struct Archive: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Put a conversation away until something new comes.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Flag(help: "Bring it back.") var undo = false

    func run() async throws {
        let client = try ProfileClient.open()
        let operation = try await client.archive(try await conversation.resolve(client).id, !undo)
        try await Delivery(client: client).report(operation, done: undo ? "brought back" : "archived")
    }
}

struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Delete what was written in a conversation so far, for you alone.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument

    func run() async throws {
        let client = try await ProfileClient.openAndSync()
        let operation = try await client.clear(try await conversation.resolve(client).id)
        try await Delivery(client: client).report(operation, done: "cleared")
    }
}

struct PinConversation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin-chat", abstract: "Keep a conversation above all others.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Flag(help: "No longer.") var undo = false

    func run() async throws {
        let client = try ProfileClient.open()
        let operation = try await client.pin(try await conversation.resolve(client).id, !undo)
        try await Delivery(client: client).report(operation, done: undo ? "unpinned" : "pinned")
    }
}

struct MarkUnread: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unread", abstract: "Mark a conversation as unread, until you look at it.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument

    func run() async throws {
        let client = try ProfileClient.open()
        let operation = try await client.markUnread(try await conversation.resolve(client).id)
        try await Delivery(client: client).report(operation, done: "marked")
    }
}

struct Draft: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draft", abstract: "Show or keep what you have not sent yet; your other devices show it too.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(help: "The text to keep; empty to forget it. Without one the draft is shown.") var text: String?

    func run() async throws {
        let client = try await ProfileClient.openAndSync()
        let id = try await conversation.resolve(client).id
        guard let text else { return Output.line(try await client.draft(in: id)) }
        try await client.setDraft(text, in: id)
        _ = try await client.sync(within: ProfileClient.budget)
        Output.line(text.isEmpty ? "forgotten" : "kept")
    }
}

struct Favourite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourite", abstract: "Keep somebody among your favourites; without a person, list them.")

    @Argument(help: "Their e-mail address or name.") var person: PersonArgument?
    @Flag(help: "No longer.") var undo = false

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
