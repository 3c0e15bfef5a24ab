import ArgumentParser
import NexusClient
import NexusCore

struct New: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Open a direct conversation or create a group; prints its identifier.")

    @Option(help: "The e-mail address of the person to talk to.") var direct: PersonArgument?
    @Option(help: "The title of a new group.") var group: String?
    @Option(name: .long, help: "The e-mail address of a person to add. Repeatable.")
    var member: [PersonArgument] = []

    func validate() throws {
        guard (direct == nil) != (group == nil) else {
            throw ValidationError("Use either --direct E-MAIL or --group TITLE.")
        }
        if direct != nil, !member.isEmpty { throw ValidationError("--member goes with --group.") }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        let id: ConversationID
        let operation: OperationID?
        if let direct {
            (id, operation) = try await client.openDirect(with: try await direct.resolve(client))
        } else {
            var members: [User] = []
            for person in member { members.append(try await person.resolve(client)) }
            (id, operation) = try await client.createGroup(title: group ?? "", members: members)
        }
        if let operation {
            let fate = try await Delivery(client: client).settle(operation)
            if fate != .acknowledged { Output.warn("Queued: not sent to the server yet.") }
        }
        await client.close()
        Output.line(id.text)
    }
}
