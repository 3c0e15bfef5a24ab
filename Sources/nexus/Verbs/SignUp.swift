import ArgumentParser
import NexusClient
import NexusCore

struct SignUp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signup", abstract: "Create an account on a server and sign in.")

    @Option(help: "The server's address, such as https://chat.example.org.") var server: String
    @Option(help: "Your display name.") var name: String
    @Option(help: "The e-mail address to sign in with.") var email: String

    func run() async throws {
        let client = try ProfileClient.open()
        let password = try PasswordInput.read(repeated: true)
        let profile = try await client.signUp(server: server, name: name, email: email, password: password)
        Output.line("Signed up as \(profile.user.name) <\(profile.user.email)>.")
        try await SecondFactorPrompt.enrolIfRequired(client, password: password)
    }
}
