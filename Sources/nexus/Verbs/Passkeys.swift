import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

/// `nexus passkeys`: the passkeys of the account. Browsers add them.
struct Passkeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List, rename and remove your passkeys; you add them in the browser.",
        subcommands: [List.self, Rename.self, Remove.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List your passkeys.")

        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let passkeys = try await ProfileClient.open().passkeys()
            if json { return Output.json(passkeys) }
            let now = SystemClock().now()
            var table = Table("ID", "NAME", "ADDED", "LAST USED")
            for passkey in passkeys {
                table.add(
                    passkey.id.text, passkey.name, TerminalTime.short(passkey.createdAt, now: now),
                    passkey.lastUsedAt.map { TerminalTime.short($0, now: now) } ?? "never")
            }
            Output.lines(table.lines(.standardOutput))
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Rename a passkey.")

        @Argument(help: "The passkey's identifier, its beginning, or its name.") var passkey: String
        @Argument(help: "The new name.") var name: String

        func run() async throws {
            let client = try ProfileClient.open()
            let renamed = try await client.renamePasskey(try await Passkeys.one(passkey, client).id, to: name)
            Output.line("renamed \(renamed.name)")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a passkey.")

        @Argument(help: "The passkey's identifier, its beginning, or its name.") var passkey: String

        func run() async throws {
            let client = try ProfileClient.open()
            let passkey = try await Passkeys.one(passkey, client)
            try await ProofPrompt.answered(client) { () async throws(ClientError) in
                try await client.removePasskey(passkey.id)
            }
            Output.line("removed \(passkey.name)")
        }
    }

    private static func one(_ text: String, _ client: NexusClient) async throws -> Passkey {
        let passkeys = try await client.passkeys()
        let found = passkeys.filter { $0.name == text || $0.id.text.hasPrefix(text.lowercased()) }
        guard let passkey = found.first, found.count == 1 else {
            throw CommandProblem("No single passkey is \"\(text)\". See `nexus passkeys`.")
        }
        return passkey
    }
}
