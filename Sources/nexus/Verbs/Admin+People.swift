import ArgumentParser
import NexusClient
import NexusCore

extension Admin {
    /// `nexus admin add`
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a person, and print the link that opens their account.")

        @Option(help: "The person's display name.") var name: String
        @Option(help: "The e-mail address that the person will sign in with.") var email: String

        func run() async throws {
            let client = try ProfileClient.open()
            let account = try await client.addAccount(name: name, email: email)
            Output.line(try await client.invite(account.user.id).link)
        }
    }

    /// `nexus admin reset`
    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset", abstract: "Print a link that sets a new password for a person who forgot theirs.",
            discussion: "The link works once, for 30 minutes. All sessions of the account end when it is used.")

        @Argument(help: "The account's e-mail address, full name or identifier.") var person: String
        @Flag(help: "Turn two-step sign-in off too, for a person who lost their device.") var secondFactor = false

        func run() async throws {
            let client = try ProfileClient.open()
            let account = try await Subject.account(of: person, client)
            Output.line(try await client.resetLink(for: account.user.id, removingSecondFactor: secondFactor).link)
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
            Output.line(try await client.invite(try await subject.account(client).user.id, days: days).link)
        }
    }
}
