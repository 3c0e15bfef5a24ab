import ArgumentParser
import Foundation
import NexusClient
import NexusCore

struct LogIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "login", abstract: "Sign in on this device.")

    @Option(help: "The server's address, such as https://chat.example.org.") var server: String
    @Option(help: "The e-mail address of the account.") var email: String?
    @Option(help: "Sign in with this provider, such as google, in a browser.") var provider: String?
    @Option(help: "With --provider: the link of your invitation, for a new account.") var invitation: String?
    @Option(help: "The code of your authenticator app, or a recovery code, if the account needs one.") var code: String?

    func validate() throws {
        guard (email == nil) != (provider == nil) else {
            throw ValidationError("Give --email, or --provider to sign in in a browser.")
        }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        var password: String?
        let profile: Profile
        if let provider {
            profile = try await ProviderPrompt.signIn(
                client, server: server, provider: provider,
                invitation: invitation.map { $0.split(separator: "#").last.map(String.init) ?? $0 }, code: code)
        } else {
            let typed = try PasswordInput.read()
            password = typed
            profile = try await SecondFactorPrompt.answered(code) { (code) async throws(ClientError) in
                try await client.signIn(server: server, email: email ?? "", password: typed, code: code)
            }
        }
        Output.line("Signed in as \(profile.user.name) <\(profile.user.email)>.")
        await Security.tellFailures(client)
        try await SecondFactorPrompt.enrolIfRequired(client, password: password)
    }
}
