import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Conversations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conversations",
        abstract: "List your conversations: pinned first, then by last activity.")

    @Argument(help: "Filter by words in the title, members or last message.") var filter = ""
    @Flag(help: "Show archived conversations instead.") var archived = false
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let client = try await ProfileClient.openAndSync()
        let rows = try await client.conversations().filter {
            $0.matches(filter) && ($0.isArchived == archived || json && !archived)
        }
        if json {
            var list: [ConversationJSON] = []
            let isConnected = await client.isOnline
            for row in rows {
                let members = try await client.conversation(row.id)?.members ?? []
                list.append(ConversationJSON(row, members: members, isConnected: isConnected))
            }
            return Output.json(list)
        }
        let now = SystemClock().now()
        var table = Table("ID", "TITLE", "UNREAD", "AT", "LAST")
        for row in rows {
            let last = row.lastText.map { "\(row.lastSenderName ?? ""): \(row.lastIsDeleted ? "(deleted)" : $0)" }
            table.add(
                row.id.text, row.title, unread(row),
                TerminalTime.short(row.lastAt, now: now), String((last ?? "").prefix(60)))
        }
        Output.lines(table.lines(.standardOutput))
    }

    /// The number of unread messages, with `@` if some mention the user.
    private func unread(_ row: ConversationRow) -> String {
        if row.unread == 0 { return row.isMarkedUnread ? "•" : "" }
        return row.mentions == 0 ? "\(row.unread)" : "\(row.unread) @\(row.mentions)"
    }
}
