import ArgumentParser
import NexusClient
import NexusCore

extension Admin {
    /// `nexus admin policy`
    struct Policy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show or change the team's name, who may join and invite, and who needs two-step sign-in.")

        @Option(help: "The team's name.") var team: String?
        @Option(help: "Who may open an account: invited or everyone.") var join: JoinPolicy?
        @Option(help: "Who may invite: members or administrators.") var invite: InvitePolicy?
        @Option(help: "Two-step sign-in for everyone: required or optional.") var secondFactor: SecondFactorPolicy?
        @Option(help: "Messages of deleted accounts: keep, or choose (as the person decides).")
        var leftMessages: LeftMessagesPolicy?
        @Option(help: "Delete messages after this many days; 0 for never.") var retention: Int?
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let client = try ProfileClient.open()
            let change = PolicyChange(
                team: team, join: join, invite: invite, requiresSecondFactor: secondFactor.map { $0 == .required },
                keepsMessages: leftMessages.map { $0 == .keep }, retentionDays: retention)
            let info =
                change == PolicyChange()
                ? try await client.policy()
                : try await ProofPrompt.answered(client) { () async throws(ClientError) in
                    try await client.updatePolicy(change)
                }
            if json { return Output.json(info) }
            Output.line("team    \(info.team)")
            Output.line("join    \(info.join.rawValue)")
            Output.line("invite  \(info.invite.rawValue)")
            if info.requiresSecondFactor { Output.line("second-factor  required") }
            if info.keepsMessages { Output.line("left-messages  keep") }
            if let days = info.retentionDays { Output.line("retention  \(days) days") }
        }
    }

    enum LeftMessagesPolicy: String, ExpressibleByArgument {
        case keep, choose
    }

    enum SecondFactorPolicy: String, ExpressibleByArgument {
        case required, optional
    }
}
