import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Members: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members", abstract: "List a conversation's members, and the last message each has read.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let client = try await ProfileClient.openAndSync()
        let conversation = try await conversation.resolve(client)
        let members = try await client.conversation(conversation.id)?.members.filter { !$0.hasLeft } ?? []
        if json { return Output.json(members.map { MemberJSON($0) }) }
        var table = Table("NAME", "ROLE", "READ", "DELIVERED", "ID")
        for member in members {
            table.add(
                member.name, member.role.name, "#\(member.read)", "#\(member.delivered)",
                member.user.text)
        }
        Output.lines(table.lines(.standardOutput))
    }
}

struct Rename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Rename a group.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(help: "The new title.") var title: String

    func run() async throws {
        let client = try ProfileClient.open()
        let operation = try await client.rename(try await conversation.resolve(client).id, to: title)
        try await Delivery(client: client).report(operation, done: "renamed")
    }
}

struct Describe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe", abstract: "Change a group's description or picture.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Option(help: "The description; - reads standard input, an empty text removes it.") var about: String?
    @Option(help: "The group's picture: a JPEG, PNG, WebP or GIF file.", completion: .file()) var picture: String?
    @Flag(help: "Remove the picture.") var noPicture = false

    func validate() throws {
        guard picture == nil || !noPicture else { throw ValidationError("Use either --picture or --no-picture.") }
        guard about != nil || picture != nil || noPicture else { throw ValidationError("Name what to change.") }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        let id = try await conversation.resolve(client).id
        let delivery = Delivery(client: client)
        if let about {
            let operation = try await client.describe(id, about: StandardInput.text(of: about))
            try await delivery.report(operation, done: "described")
        }
        if let picture { try await delivery.report(try await client.setPicture(picture, of: id), done: "picture set") }
        if noPicture { try await delivery.report(try await client.removePicture(of: id), done: "picture removed") }
    }
}

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add people to a group. They can read its history.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(help: "The people's e-mail addresses.") var people: [PersonArgument]

    func run() async throws {
        let client = try ProfileClient.open()
        let id = try await conversation.resolve(client).id
        var users: [User] = []
        for person in people { users.append(try await person.resolve(client)) }
        try await Delivery(client: client).report(try await client.add(users, to: id), done: "added")
    }
}

struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a member from a group (owner, or an admin for ordinary members).")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(help: "The person's e-mail address or name.") var person: PersonArgument

    func run() async throws {
        let client = try ProfileClient.open()
        let id = try await conversation.resolve(client).id
        let members = try await client.conversation(id)?.members ?? []
        let operation = try await client.remove(try await person.resolve(in: members, client), from: id)
        try await Delivery(client: client).report(operation, done: "removed")
    }
}

extension Member.Role: ExpressibleByArgument {
    public init?(argument: String) { self.init(name: argument) }

    public static var allValueStrings: [String] { ["owner", "admin", "member"] }
}

struct Role: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Change a member's role, or transfer the group (owner only).")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(help: "The person's e-mail address or name.") var person: PersonArgument
    @Argument(help: "The new role. To make another member owner makes you an admin.") var role: Member.Role

    func run() async throws {
        let client = try ProfileClient.open()
        let id = try await conversation.resolve(client).id
        let members = try await client.conversation(id)?.members ?? []
        let operation = try await client.setRole(role, of: try await person.resolve(in: members, client), in: id)
        try await Delivery(client: client).report(operation, done: "\(role.name) now")
    }
}

struct Leave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "leave", abstract: "Leave a group.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument

    func run() async throws {
        let client = try ProfileClient.open()
        let operation = try await client.leave(try await conversation.resolve(client).id)
        try await Delivery(client: client).report(operation, done: "left")
    }
}

struct Dissolve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dissolve", abstract: "Delete a group for everyone (owner only).")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument

    func run() async throws {
        let client = try ProfileClient.open()
        let operation = try await client.dissolve(try await conversation.resolve(client).id)
        try await Delivery(client: client).report(operation, done: "dissolved")
    }
}
