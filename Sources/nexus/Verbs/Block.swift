import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Block: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: "Block a person.")

    @Argument(help: "The person's e-mail address or name.") var person: PersonArgument

    func run() async throws {
        let client = try ProfileClient.open()
        let operation = try await client.block(try await person.resolve(client).id)
        try await Delivery(client: client).report(operation, done: "blocked")
    }
}

struct Unblock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: "Unblock a person.")

    @Argument(help: "The person's name, e-mail address or identifier, as listed by `nexus blocked`.")
    var person: PersonArgument

    func run() async throws {
        let client = try await ProfileClient.openAndSync()
        let wanted = person.text.lowercased()
        let found = try await client.blockedPeople().filter {
            $0.name.lowercased() == wanted || $0.email == wanted || $0.id.text == wanted
        }
        guard let user = found.first, found.count == 1 else {
            throw CommandProblem("No single blocked person is \"\(person.text)\". See `nexus blocked`.")
        }
        try await Delivery(client: client).report(try await client.block(user.id, false), done: "unblocked")
    }
}

struct Blocked: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "blocked", abstract: "List blocked people.")

    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let people = try await ProfileClient.openAndSync().blockedPeople()
        if json { return Output.json(people.map { UserJSON($0) }) }
        var table = Table("NAME", "E-MAIL", "ID")
        for user in people { table.add(user.name, user.email, user.id.text) }
        Output.lines(table.lines(.standardOutput))
    }
}
