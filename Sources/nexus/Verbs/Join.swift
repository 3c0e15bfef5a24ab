import ArgumentParser
import NexusClient
import NexusCore

/// `nexus join`: uses an invitation's link.
struct Join: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Join a team, or its groups, with an invitation link.",
        discussion: """
            Signed in on that server, it joins the invitation's groups. Otherwise it opens an account, or takes over the one the link was \
            made for. With --server and --email, and no link, the server mails a link to that address, if it may join without an invitation.
            """)

    @Argument(help: "The invitation's link.") var link: String?
    @Option(help: "Without a link: the server's address.") var server: String?
    @Option(help: "Your display name, for a new account.") var name: String?
    @Option(help: "The e-mail address to sign in with, for a new account.") var email: String?

    func validate() throws {
        guard (link == nil) == (server != nil) else {
            throw ValidationError("Give the invitation's link, or --server and --email to ask for one.")
        }
        guard server == nil || email != nil else { throw ValidationError("--server needs --email.") }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        if let server, let email {
            try await client.askToJoin(email: email, server: server)
            Output.line("If \(email) may join there, a link is on its way. It works once, for 30 minutes:")
            Output.line("  nexus join LINK --name NAME --email \(email)")
            return
        }
        let link = try ServerLink(link ?? "", path: "/join")
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
