import NexusClient
import NexusCore

func tinyChat(
    in folder: String, server: String, name: String, email: String, password: String
) async throws {
    let client = NexusClient(try ProfileFolder(folder))
    if try await client.account() == nil {
        try await client.signUp(server: server, name: name, email: email, password: password)
    }
}
