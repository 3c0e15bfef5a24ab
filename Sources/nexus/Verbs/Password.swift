import ArgumentParser
import NexusClient
import NexusCore

/// `nexus password`: changes the password, or sets a new one with a reset link.
struct Password: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Change your password, or set a new one with a reset link.",
        discussion: """
            It asks for the current password and the new one; without a terminal they are two lines of standard input, or \
            NEXUS_PASSWORD and NEXUS_NEW_PASSWORD. With a reset link it asks for the new one alone, and signs in.
            """)

    @Option(help: "The reset link that was mailed to you, or that an administrator gave you.") var link: String?
    @Option(help: "With --link: the code of your authenticator app, or a recovery code, if the account needs one.")
    var code: String?
    @Option(help: "Forgot it: the account's e-mail address, to which the server mails a reset link.") var forgot:
        String?
    @Option(help: "With --forgot: the server's address.") var server: String?
    @Flag(help: "Stay signed in on your other devices.") var keepOthers = false

    func validate() throws {
        guard (forgot == nil) == (server == nil) else {
            throw ValidationError("--forgot and --server are given together.")
        }
        if code != nil, link == nil { throw ValidationError("--code is for --link.") }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        if let forgot, let server {
            try await client.forgotPassword(email: forgot, server: server)
            Output.line("If \(forgot) has an account there, a link is on its way. It works once, for 30 minutes:")
            Output.line("  nexus password --link LINK")
            return
        }
        if let link {
            let link = try ServerLink(link, path: "/reset")
            _ = try await client.look(atReset: link.secret, of: link.server)
            let password = try PasswordInput.read(.new, repeated: true)
            let profile = try await SecondFactorPrompt.answered(code) { (code) async throws(ClientError) in
                try await client.resetPassword(
                    server: link.server, link: link.secret, to: password, code: code)
            }
            Output.line("Set the new password. Signed in as \(profile.user.name) <\(profile.user.email)>.")
            try await SecondFactorPrompt.enrolIfRequired(client, password: password)
            return
        }
        let current = try PasswordInput.read(.current)
        try await client.changePassword(
            from: current, to: try PasswordInput.read(.new, repeated: true), endingOthers: !keepOthers)
        Output.line(keepOthers ? "Changed the password." : "Changed the password, and signed out your other devices.")
    }
}
