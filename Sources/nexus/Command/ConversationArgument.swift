import ArgumentParser
import NexusClient
import NexusCore

/// A conversation named by a user: its identifier or title, or an unambiguous prefix of either; or the e-mail address
/// of the other person of a direct conversation.
struct ConversationArgument: ExpressibleByArgument {
    private let text: String

    init(argument: String) { text = argument }

    static let help: ArgumentHelp = "Its identifier or title, or the beginning of one; or the other person's e-mail."

    /// Finds the conversation. One that is not on this device is looked up on the server, and so is a named address,
    /// since members of conversations have none.
    func resolve(_ client: NexusClient) async throws -> ConversationRow {
        if let row = try await find(client) { return row }
        _ = try? await client.sync(within: ProfileClient.budget)
        if let row = try await find(client) { return row }
        guard text.contains("@") else {
            throw CommandProblem("No conversation \"\(text)\". See `nexus conversations`.")
        }
        guard let person = try await client.person(named: text) else {
            throw CommandProblem("There is no person \"\(text)\". See `nexus people`.")
        }
        let rows = try await client.conversations()
        guard let row = rows.first(where: { $0.other == person.id }) else {
            throw CommandProblem("There is no conversation with \(text) yet. See `nexus new --direct`.")
        }
        return row
    }

    private func find(_ client: NexusClient) async throws -> ConversationRow? {
        let rows = try await client.conversations()
        if text.contains("@") {
            let people = try await client.knownPeople(matching: text)
            let found = people.filter { $0.email == text.lowercased() }.map(\.id)
            return rows.first { row in row.other.map { found.contains($0) } ?? false }
        }
        let wanted = text.lowercased()
        if wanted.isEmpty { return nil }
        if let row = rows.first(where: { $0.id.text == wanted }) { return row }
        for isMeant in [
            { $0.title.lowercased() == wanted },
            { $0.id.text.hasPrefix(wanted) || $0.title.lowercased().hasPrefix(wanted) },
        ] as [(ConversationRow) -> Bool] {
            let found = rows.filter(isMeant)
            if found.count == 1 { return found[0] }
            if found.count > 1 {
                let names = found.map { "\($0.id.text) \($0.title)" }.joined(separator: "\n")
                throw CommandProblem("\"\(text)\" matches several conversations:\n\(names)")
            }
        }
        return nil
    }
}
