import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct People: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "Find people by name or e-mail address.")

    @Argument(help: "Part of a name or address; leave it out to list everyone.") var query = ""
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let found = try await ProfileClient.open().everybody(matching: query)
        if !found.isComplete { Output.warn("No connection; these are the people known on this device.") }
        if json { return Output.json(found.people.map { UserJSON($0) }) }
        var table = Table("NAME", "E-MAIL", "STATE", "ID")
        for user in found.people {
            let state = user.isSuspended ? "suspended" : user.isUnclaimed ? "not joined" : ""
            table.add(user.name, user.email, state, user.id.text)
        }
        Output.lines(table.lines(.standardOutput))
    }
}
