import ArgumentParser
import Foundation
import NexusClient
import NexusCore
import NexusDatabase
import NexusServer

extension Admin {
    /// `nexus admin add`
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a person, and print the link that opens their account.")

        @Option(help: "The person's display name.") var name: String
        @Option(help: "The e-mail address that the person will sign in with.") var email: String

        func run() async throws {
            let client = try ProfileClient.open()
            let account = try await ProofPrompt.answered(client) { () async throws(ClientError) in
                try await client.addAccount(name: name, email: email)
            }
            Output.line(try await client.invite(account.user.id).link)
        }
    }

    /// `nexus admin reset`
    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset", abstract: "Print a link that sets a new password for a person who forgot theirs.",
            discussion: """
                The link works once, for 30 minutes. All sessions of the account end when it is used. An administrator whom no other can \
                help is let in again by the operator: with --data, on the server's machine, while the server is stopped.
                """)

        @Argument(help: "The account's e-mail address, full name or identifier.") var person: String
        @Flag(help: "Turn two-step sign-in off too, for a person who lost their device.") var secondFactor = false
        @Option(help: "For operators: the folder of the database; the person is an e-mail address then.") var data:
            String?
        @Option(help: "With --data: the server's address, such as https://chat.example.org.")
        var server = ServerEnvironment.address
        @OptionGroup var file: SettingsFileOptions

        func run() async throws {
            if let data { return Output.line(try await operatorLink(data)) }
            let client = try ProfileClient.open()
            let account = try await Subject.account(of: person, client)
            let made = try await ProofPrompt.answered(client) { () async throws(ClientError) in
                try await client.resetLink(for: account.user.id, removingSecondFactor: secondFactor)
            }
            Output.line(made.link)
        }

        private func operatorLink(_ data: String) async throws -> String {
            let database = try DatabasePlace.existing(in: data)
            do {
                _ = try DataFolder.open(data)
                let secret = try await OperatorReset.link(
                    for: person, removingSecondFactor: secondFactor, database
                ) { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }
                return ServerLink.text(server: server, path: "/reset", secret: secret)
            } catch let refusal as Refusal {
                throw CommandProblem(refusal.message)
            } catch let error as DatabaseError {
                throw DatabasePlace.problem(error, database, in: data)
            }
        }
    }

    /// `nexus admin invite`
    struct InvitePerson: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "invite", abstract: "Print a link that opens the account of an imported or added person.")

        @OptionGroup var subject: Subject
        @Option(help: "Days until the link expires.") var days = Limits.invitationDays

        func run() async throws {
            let client = try ProfileClient.open()
            let person = try await subject.account(client).user.id
            let made = try await ProofPrompt.answered(client) { () async throws(ClientError) in
                try await client.invite(person, days: days)
            }
            Output.line(made.link)
        }
    }
}
