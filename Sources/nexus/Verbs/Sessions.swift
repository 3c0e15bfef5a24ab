import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Sessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List your signed-in devices.",
        subcommands: [List.self, Revoke.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List them.")

        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let sessions = try await ProfileClient.open().sessions()
            if json { return Output.json(sessions.map { SessionJSON($0) }) }
            let now = SystemClock().now()
            var table = Table("ID", "DEVICE", "SIGNED IN", "LAST USED", "FROM", "")
            for session in sessions {
                table.add(
                    session.id.text, session.device, TerminalTime.short(session.createdAt, now: now),
                    TerminalTime.short(session.lastUsedAt, now: now),
                    [session.place, session.address].compactMap(\.self).joined(separator: ", "),
                    session.isCurrent ? "this one" : "")
            }
            Output.lines(table.lines(.standardOutput))
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Sign out another device, or all others.")

        @Argument(help: "The session's identifier, or its beginning.") var session: String?
        @Flag(help: "Sign out all other devices.") var others = false

        func validate() throws {
            if (session == nil) != others { throw ValidationError("Name a session, or give --others.") }
        }

        func run() async throws {
            let client = try ProfileClient.open()
            guard let session else {
                try await client.endOtherSessions()
                return Output.line("Signed out your other devices.")
            }
            let wanted = session.lowercased()
            let found = try await client.sessions().filter { $0.id.text.hasPrefix(wanted) }
            guard let session = found.first, found.count == 1 else {
                throw CommandProblem("No single session is \"\(wanted)\". See `nexus sessions`.")
            }
            try await client.endSession(session.id)
            Output.line("Ended \(session.id.text).")
        }
    }
}
