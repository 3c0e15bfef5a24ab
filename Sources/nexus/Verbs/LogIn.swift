import ArgumentParser
import NexusClient
import NexusCore

struct LogIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "login", abstract: "Sign in on this device.")

    @Option(help: "The server's address, such as https://chat.example.org.") var server: String
    @Option(help: "The e-mail address of the account.") var email: String
    @Option(help: "The code of your authenticator app, or a recovery code, if the account needs one.") var code: String?

    func run() async throws {
        let client = try ProfileClient.open()
        let password = try PasswordInput.read()
        let profile = try await SecondFactorPrompt.answered(code) { (code) async throws(ClientError) in
            try await client.signIn(server: server, email: email, password: password, code: code)
        }
        Output.line("Signed in as \(profile.user.name) <\(profile.user.email)>.")
        await Security.tellFailures(client)
        try await SecondFactorPrompt.enrolIfRequired(client, password: password)
    }
}
