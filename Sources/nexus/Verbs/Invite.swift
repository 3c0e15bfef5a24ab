import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

/// `nexus invite`: makes, lists and revokes invitations.
struct Invite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Invite people with a link, or by e-mail.",
        subcommands: [Create.self, Send.self, List.self, SendAgain.self, Revoke.self], defaultSubcommand: Create.self)

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make an invitation and print its link.")

        @Option(help: "A group that people join with the link. Repeatable.") var group: [ConversationArgument] = []
        @Option(help: "How many people may join with the link.") var uses = Limits.invitationUses
        @Option(help: "Days until the link expires.") var days = Limits.invitationDays
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let client = try ProfileClient.open()
            var conversations: [ConversationID] = []
            for group in group { conversations.append(try await group.resolve(client).id) }
            let made = try await client.invite(uses: uses, days: days, conversations: conversations)
            if json { return Output.json(InvitationJSON(made.invitation, link: made.link)) }
            Output.line(made.link)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List invitations that still work, newest first.")

        @Flag(help: "List everyone's, for administrators.") var all = false
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let invitations = try await ProfileClient.open().invitations(all: all)
            if json { return Output.json(invitations.map { InvitationJSON($0) }) }
            let now = SystemClock().now()
            var table = Table("ID", "BY", "FOR", "USED", "EXPIRES")
            for invitation in invitations {
                let titles = invitation.conversations.map(\.title).joined(separator: ", ")
                table.add(
                    invitation.id.text, invitation.creator.name, invitation.email ?? invitation.person?.name ?? titles,
                    "\(invitation.uses) of \(invitation.uses + invitation.usesLeft)",
                    TerminalTime.short(invitation.expiresAt, now: now))
            }
            Output.lines(table.lines(.standardOutput))
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke an invitation: its link stops working.")

        @Argument(help: "The invitation's identifier.") var invitation: String

        func run() async throws {
            guard let id = InvitationID(invitation) else {
                throw CommandProblem("\"\(invitation)\" is no invitation. See `nexus invite list`.")
            }
            try await ProfileClient.open().revoke(id)
            Output.line("revoked \(id.text)")
        }
    }
}
