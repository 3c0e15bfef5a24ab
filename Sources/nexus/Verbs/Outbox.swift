import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Outbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Show and manage queued and refused operations.",
        subcommands: [List.self, Retry.self, SendText.self, Discard.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the outbox, oldest first.")

        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let client = try ProfileClient.open()
            let entries = try await client.outbox()
            let unreadable = try await client.unreadableCount()
            if unreadable > 0 {
                Output.warn("\(unreadable) entries of another version of nexus cannot be read, and wait for it.")
            }
            if json { return Output.json(entries.map { OperationJSON($0) }) }
            var table = Table("ID", "KIND", "STATE", "TEXT", "REASON")
            for entry in entries {
                let reason = if case .failed(let refusal) = entry.state { refusal.message } else { "" }
                table.add(
                    entry.operation.id.text, entry.operation.kind.name, entry.stateName,
                    String((entry.text ?? "").prefix(40)), reason)
            }
            Output.lines(table.lines(.standardOutput))
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Retry a refused operation under the same identifier.")

        @Argument(help: "The operation's identifier, or its beginning.") var id: String

        func run() async throws {
            let client = try ProfileClient.open()
            let operation = try await Outbox.find(id, client)
            try await client.retry(operation)
            try await Delivery(client: client, keepsRefused: true).report(operation, done: "done", note: operation.text)
        }
    }

    struct Discard: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Discard a queued or refused operation.")

        @Argument(help: "The operation's identifier, or its beginning.") var id: String

        func run() async throws {
            let client = try ProfileClient.open()
            let operation = try await Outbox.find(id, client)
            try await client.discard(operation)
            guard try await client.outbox().allSatisfy({ $0.operation.id != operation }) else {
                throw CommandProblem("It is being sent and cannot be discarded.")
            }
            Output.line("discarded \(operation.text)")
        }
    }

    static func find(_ text: String, _ client: NexusClient) async throws -> OperationID {
        let found = try await client.outbox().filter { $0.operation.id.text.hasPrefix(text.lowercased()) }
        guard let entry = found.first, found.count == 1 else {
            throw CommandProblem("No single operation is \"\(text)\". See `nexus outbox`.")
        }
        return entry.operation.id
    }
}
