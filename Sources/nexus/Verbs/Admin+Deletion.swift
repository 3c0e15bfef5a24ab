import ArgumentParser
import NexusClient
import NexusCore

extension Admin {
    /// `nexus admin delete`
    struct DeleteAccount: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Suspend an account, and delete it in 14 days or at once.")

        @OptionGroup var subject: Subject
        @Option(help: "What becomes of the person's messages: keep (under \"Deleted account\") or delete.")
        var messages = LeftMessages.keep
        @Flag(help: "Delete it now. This cannot be undone.") var now = false

        func run() async throws {
            let client = try ProfileClient.open()
            let account = try await subject.account(client)
            let state = try await ProofPrompt.answered(client) { () async throws(ClientError) in
                try await client.deleteAccount(
                    of: account.user.id, messages: messages, atOnce: now, note: subject.note)
            }
            guard !now, let time = state.deletesAt else { return Output.line("deleting \(account.user.email)") }
            Output.line(Account.text(time, state.messages))
        }
    }

    /// `nexus admin keep`
    struct KeepAccount: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keep",
            abstract: "Keep an account that was to be deleted; \"restore\" lets its person in again.")

        @Argument(help: "The account's e-mail address, full name or identifier.") var person: String

        func run() async throws {
            let client = try ProfileClient.open()
            let account = try await Subject.account(of: person, client)
            try await ProofPrompt.answered(client) { () async throws(ClientError) in
                try await client.keepAccount(of: account.user.id)
            }
            Output.line("kept \(account.user.email)")
        }
    }

    /// `nexus admin transfer`
    struct TransferGroups: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "transfer", abstract: "Hand a person's groups over to another of their members.")

        @OptionGroup var subject: Subject
        @Option(help: "The new owner: an e-mail address, full name or identifier.") var to: String

        func run() async throws {
            let client = try ProfileClient.open()
            let account = try await subject.account(client)
            let owner = try await Subject.account(of: to, client)
            let answer = try await ProofPrompt.answered(client) { () async throws(ClientError) in
                try await client.transferGroups(of: account.user.id, to: owner.user.id, note: subject.note)
            }
            Output.line("\(owner.user.name) owns \(answer.transferred) groups of \(account.user.name) now.")
            if answer.remaining > 0 {
                Output.line("\(answer.remaining) stay: \(owner.user.name) is no member of them.")
            }
        }
    }
}
