import NexusClient
import NexusCore

func tinyChat(
    in folder: String, server: String, name: String, email: String, password: String, other: String
) async throws {
    let client = NexusClient(try ProfileFolder(folder))
    if try await client.account() == nil {
        try await client.signUp(server: server, name: name, email: email, password: password)
    }

    let connection = Task { try await client.run() }
    defer { connection.cancel() }

    guard let person = try await client.people(matching: other).people.first else { return }
    let (talk, _) = try await client.openDirect(with: person)
    for row in try await client.messages(in: talk).messages { print("\(row.senderName): \(row.text)") }
}
