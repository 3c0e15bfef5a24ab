import ArgumentParser
import NexusClient
import NexusCore

/// `nexus join`: uses an invitation's link.
struct Join: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Join a team, or its groups, with an invitation link.",
        discussion: """
            Signed in on that server, it joins the invitation's groups. Otherwise it opens an account, or takes over the one the link was \
            made for.
            """)

    @Argument(help: "The invitation's link.") var link: String
    @Option(help: "Your display name, for a new account.") var name: String?
    @Option(help: "The e-mail address to sign in with, for a new account.") var email: String?

    func run() async throws {
        let link = try ServerLink(link, path: "/join")
        let client = try ProfileClient.open()
        let preview = try await client.look(atInvitation: link.secret, of: link.server)
        if try await client.account() != nil {
            let accepted = try await client.accept(invitation: link.secret)
            Output.line("Joined \(title(accepted)).")
            return
        }
        let profile: Profile
        let password: String
        if preview.person != nil {
            password = try PasswordInput.read(repeated: true)
            profile = try await client.claim(server: link.server, invitation: link.secret, password: password)
        } else {
            guard let name, let email else {
                throw ValidationError("A new account needs --name and --email; with an account, sign in first.")
            }
            password = try PasswordInput.read(repeated: true)
            profile = try await client.join(
                server: link.server, invitation: link.secret, name: name, email: email, password: password)
        }
        Output.line("Joined \(title(preview)) as \(profile.user.name) <\(profile.user.email)>.")
        try await SecondFactorPrompt.enrolIfRequired(client, password: password)
    }

    /// The groups of an invitation, or else its team.
    private func title(_ preview: InvitationPreview) -> String {
        let titles = preview.conversations.map(\.title).joined(separator: ", ")
        return titles.isEmpty ? preview.team.isEmpty ? "the team" : preview.team : titles
    }
}
