import ArgumentParser
import NexusClient
import NexusCore

extension Admin {
    /// `nexus admin policy`
    struct Policy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show or change the team's name, who may join and invite, and who needs two-step sign-in.")

        @Option(help: "The team's name.") var team: String?
        @Option(help: "The team's picture: a JPEG, PNG, WebP or GIF file; none removes it.", completion: .file())
        var picture: String?
        @Option(help: "Who may open an account: invited or everyone.") var join: JoinPolicy?
        @Option(help: "Who may invite: members or administrators.") var invite: InvitePolicy?
        @Option(help: "Two-step sign-in for everyone: required or optional.") var secondFactor: SecondFactorPolicy?
        @Option(help: "Messages of deleted accounts: keep, or choose (as the person decides).")
        var leftMessages: LeftMessagesPolicy?
        @Option(help: "Delete messages after this many days; 0 for never.") var retention: Int?
        @Option(
            help:
                "A domain whose addresses may join once they are confirmed; may be repeated, and replaces those before."
        )
        var domain: [String] = []
        @Flag(help: "No domain's addresses may join without an invitation.") var noDomains = false
        @Option(help: "Who sees e-mail addresses: members or administrators.") var emails: InvitePolicy?
        @Option(help: "Sender and text in notifications outside Nexus: hidden, or shown (as the person chooses).")
        var notifications: NotificationsPolicy?
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            guard domain.isEmpty || !noDomains else { throw ValidationError("Use either --domain or --no-domains.") }
        }

        func run() async throws {
            let client = try ProfileClient.open()
            var change = PolicyChange(
                team: team, join: join, invite: invite, requiresSecondFactor: secondFactor.map { $0 == .required },
                keepsMessages: leftMessages.map { $0 == .keep }, retentionDays: retention,
                hidesEmails: emails.map { $0 == .administrators },
                domains: noDomains ? [] : domain.isEmpty ? nil : domain,
                hidesNotifications: notifications.map { $0 == .hidden })
            if let picture {
                change.picture = picture == "none" ? .removed : .chosen(try await client.uploadPicture(picture))
            }
            let info =
                change == PolicyChange()
                ? try await client.policy()
                : try await ProofPrompt.answered(client) { () async throws(ClientError) in
                    try await client.updatePolicy(change)
                }
            if json { return Output.json(info) }
            Output.line("team    \(info.team)")
            if info.picture != nil { Output.line("picture set") }
            Output.line("join    \(info.join.rawValue)")
            Output.line("invite  \(info.invite.rawValue)")
            if let setting = info.joinSetting {
                Output.line("        \(setting.rawValue) again once the server runs without --join open")
            }
            if !info.domains.isEmpty { Output.line("domains \(info.domains.joined(separator: ", "))") }
            if info.hidesEmails { Output.line("emails  administrators") }
            if info.hidesNotifications { Output.line("notifications  hidden") }
            if info.requiresSecondFactor { Output.line("second-factor  required") }
            if info.keepsMessages { Output.line("left-messages  keep") }
            if let days = info.retentionDays { Output.line("retention  \(days) days") }
        }
    }

    enum LeftMessagesPolicy: String, ExpressibleByArgument {
        case keep, choose
    }

    enum NotificationsPolicy: String, ExpressibleByArgument {
        case hidden, shown
    }

    enum SecondFactorPolicy: String, ExpressibleByArgument {
        case required, optional
    }
}
