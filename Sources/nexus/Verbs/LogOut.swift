import ArgumentParser
import NexusClient

struct LogOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Sign out and delete this profile from this device.")

    func run() async throws {
        let client = try ProfileClient.open()
        let unsent = try await client.unsentCount()
        try await client.signOut()
        Output.line(unsent == 0 ? "Signed out." : "Signed out; \(unsent) unsent changes are gone.")
    }
}
