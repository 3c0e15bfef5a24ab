import ArgumentParser
import Foundation
import NexusClient
import NexusCore

extension Invite {
    /// `nexus invite send`
    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Mail an invitation to each address.",
            discussion:
                "Addresses are taken from the arguments and from the text of a file, whatever stands between them.")

        @Argument(help: "E-mail addresses.") var addresses: [String] = []
        @Option(help: "A file with addresses, such as a CSV file; - for standard input.") var file: String?
        @Option(help: "A group that people join with the link. Repeatable.") var group: [ConversationArgument] = []
        @Option(help: "Days until the links expire.") var days = Limits.invitationDays

        func run() async throws {
            let client = try ProfileClient.open()
            var conversations: [ConversationID] = []
            for group in group { conversations.append(try await group.resolve(client).id) }
            let wanted = addresses + (try file.map(Send.addresses) ?? [])
            guard !wanted.isEmpty else { throw CommandProblem("Name the people's e-mail addresses.") }
            var refused = 0
            for start in stride(from: 0, to: wanted.count, by: Limits.mailedInvitations) {
                let some = Array(wanted[start..<min(start + Limits.mailedInvitations, wanted.count)])
                let mailed = try await client.mailInvitations(to: some, days: days, conversations: conversations)
                for invitation in mailed.invitations { Output.line("invited \(invitation.email ?? "")") }
                for one in mailed.refused { Output.warn("\(one.email): \(one.message)") }
                refused += mailed.refused.count
            }
            if refused > 0 { throw CommandExit.refused }
        }

        /// The words of a file that have an `@`, without the punctuation of lists and CSV around them.
        private static func addresses(in file: String) throws -> [String] {
            let data =
                file == "-"
                ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
            guard let data, let text = String(data: data, encoding: .utf8) else {
                throw CommandProblem("\"\(file)\" cannot be read as text.")
            }
            return text.split { $0.isWhitespace || ",;<>\"'".contains($0) }.filter { $0.contains("@") }.map(String.init)
        }
    }

    /// `nexus invite send-again`
    struct SendAgain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "send-again", abstract: "Mail an invitation again, with a new link.")

        @Argument(help: "The invitation's identifier.") var invitation: String

        func run() async throws {
            guard let id = InvitationID(invitation) else {
                throw CommandProblem("\"\(invitation)\" is no invitation. See `nexus invite list`.")
            }
            let sent = try await ProfileClient.open().mailAgain(id)
            Output.line("invited \(sent.email ?? "")")
        }
    }
}
