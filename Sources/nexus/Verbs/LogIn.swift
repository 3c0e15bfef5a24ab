import ArgumentParser
import NexusClient
import NexusCore

struct LogIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "login", abstract: "Sign in on this device.")

    @Option(help: "The server's address, such as https://chat.example.org.") var server: String
    @Option(help: "The e-mail address of the account.") var email: String

    func run() async throws {
        let client = try ProfileClient.open()
        let profile = try await client.signIn(server: server, email: email, password: try PasswordInput.read())
        Output.line("Signed in as \(profile.user.name) <\(profile.user.email)>.")
    }
}
