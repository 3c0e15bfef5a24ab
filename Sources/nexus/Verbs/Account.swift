import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

/// `nexus account`: deletes one's account, or keeps it after all.
struct Account: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Delete your account, or keep it after all.",
        subcommands: [Show.self, DeleteAccount.self, Keep.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show whether your account will be deleted.")

        func run() async throws {
            let state = try await ProfileClient.open().deletion()
            guard let time = state.deletesAt else { return Output.line("Your account is kept.") }
            Output.line(Account.text(time, state.messages))
        }
    }

    struct DeleteAccount: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete your account in 14 days.",
            discussion: """
                It asks for your password, and signs you out everywhere else. Until then "nexus account keep" keeps your account.
                """)

        @Option(help: "What becomes of your messages: keep (under \"Deleted account\") or delete.")
        var messages = LeftMessages.keep
        @Option(help: "The code of your authenticator app, or a recovery code, if the account needs one.")
        var code: String?

        func run() async throws {
            let client = try ProfileClient.open()
            let password = try await PasswordInput.current(of: client)
            let state = try await SecondFactorPrompt.answered(code) { (code) async throws(ClientError) in
                try await client.deleteAccount(password: password, code: code, messages: messages)
            }
            guard let time = state.deletesAt else { return }
            Output.line(Account.text(time, state.messages))
            Output.line("You are signed out everywhere else. To keep your account: nexus account keep")
        }
    }

    struct Keep: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Keep your account after all.")

        func run() async throws {
            try await ProfileClient.open().keepAccount()
            Output.line("Your account is kept.")
        }
    }

    static func text(_ time: Timestamp, _ messages: LeftMessages) -> String {
        let day = TerminalTime.short(time, now: SystemClock().now())
        return "The account will be deleted on \(day), "
            + (messages == .delete ? "and its messages too." : "and its messages stay under \"Deleted account\".")
    }
}

extension LeftMessages: ExpressibleByArgument {}
