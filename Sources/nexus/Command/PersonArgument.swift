import ArgumentParser
import NexusClient
import NexusCore

/// A person named by a user: their e-mail address, or their full name if it is unique.
struct PersonArgument: ExpressibleByArgument {
    let text: String

    init(argument: String) { text = argument }

    /// Finds the person on the server or, offline, on this device.
    func resolve(_ client: NexusClient) async throws -> User {
        let wanted = text.lowercased()
        let found = try await client.everybody(matching: text)
        if let user = found.people.first(where: { $0.email == wanted || $0.id.text == wanted }) { return user }
        let named = found.people.filter { $0.name.lowercased() == wanted }
        if named.count == 1 { return named[0] }
        if named.count > 1 {
            throw CommandProblem("Several people are called \"\(text)\"; name one by e-mail address.")
        }
        if found.isComplete { throw CommandProblem("There is no person \"\(text)\". See `nexus people`.") }
        throw ClientError.offline("\"\(text)\" is not known on this device")
    }

    /// Finds the member of a conversation.
    func resolve(in members: [Member], _ client: NexusClient) async throws -> UserID {
        let named = members.filter { $0.name.lowercased() == text.lowercased() || $0.user.text == text.lowercased() }
        if named.count == 1 { return named[0].user }
        return try await resolve(client).id
    }
}
