import ArgumentParser
import NexusServer

@main
struct Nexus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nexus",
        abstract: "A self-hosted, offline-first team messenger.",
        discussion: """
            NEXUS_HOME names the profile folder (default: .nexus in the home folder): two people can work from one machine \
            with two of them. Exit codes: 0 done or queued, 1 refused, 2 wrong usage, 3 no network and not queueable.
            """,
        version: NexusVersion.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Account",
                subcommands: [
                    SignUp.self, Join.self, LogIn.self, LogOut.self, OwnProfile.self, Notifications.self, Password.self,
                    EmailVerb.self,
                    SecondFactorVerb.self, Passkeys.self, Sessions.self, Security.self, Account.self,
                    Export.self,
                    People.self, Invite.self,
                ]),
            CommandGroup(
                name: "Talk",
                subcommands: [
                    New.self, Conversations.self, Send.self, Download.self, Messages.self, Search.self, Ask.self,
                    Assistant.self, Edit.self, Delete.self, Versions.self, React.self, PinMessage.self, Pins.self,
                    ForwardMessages.self, Read.self, Receipts.self, Watch.self, Tui.self,
                ]),
            CommandGroup(
                name: "Groups",
                subcommands: [
                    Members.self, Rename.self, Describe.self, Add.self, Remove.self, Role.self, Leave.self,
                    Dissolve.self,
                ]),
            CommandGroup(
                name: "For yourself",
                subcommands: [
                    Mute.self, Archive.self, Clear.self, PinConversation.self, MarkUnread.self, Draft.self,
                    Favourite.self,
                    Block.self, Unblock.self, Blocked.self, ReportMessage.self, AI.self, RetentionVerb.self,
                ]),
            CommandGroup(name: "Understand", subcommands: [Insights.self, InsightVerb.self]),
            CommandGroup(name: "Device", subcommands: [Sync.self, Outbox.self]),
            CommandGroup(
                name: "Server",
                subcommands: [
                    Serve.self, ConfigVerb.self, DoctorVerb.self, BackupVerb.self, RestoreVerb.self, MediaVerb.self,
                    Relay.self,
                    Setup.self, SetupLink.self, Admin.self, Import.self, DatabaseVerb.self, Bench.self,
                ]),
        ])

    static func main() async {
        do {
            do {
                try ServerEnvironment.check()
            } catch let problem as CommandProblem where DoctorVerb.isAsked {
                // What keeps other verbs from starting is what this one tells of.
                try DoctorVerb.report([.unusable(problem.message)], asJSON: CommandLine.arguments.contains("--json"))
            }
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            CommandExit.end(after: error, of: Nexus.self)
        }
    }
}
