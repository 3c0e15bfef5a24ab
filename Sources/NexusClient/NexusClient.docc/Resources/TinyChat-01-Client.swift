import NexusClient
import NexusCore

func tinyChat(in folder: String) async throws {
    let client = NexusClient(try ProfileFolder(folder))
    print(try await client.account()?.profile.user.name ?? "Nobody has signed in yet.")
}
