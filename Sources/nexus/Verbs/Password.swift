import ArgumentParser
import NexusClient
import NexusCore

/// `nexus password`: changes the password.
struct Password: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Change your password.",
        discussion: """
            It asks for the current password and the new one; without a terminal they are two lines of standard input, or \
            NEXUS_PASSWORD and NEXUS_NEW_PASSWORD.
            """)

    @Flag(help: "Stay signed in on your other devices.") var keepOthers = false

    func run() async throws {
        let client = try ProfileClient.open()
        let current = try PasswordInput.read(.current)
        try await client.changePassword(
            from: current, to: try PasswordInput.read(.new, repeated: true), endingOthers: !keepOthers)
        Output.line(keepOthers ? "Changed the password." : "Changed the password, and signed out your other devices.")
    }
}
