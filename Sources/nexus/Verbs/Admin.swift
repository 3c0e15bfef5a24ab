import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Admin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin", abstract: "Administer the server (administrators only).",
        subcommands: [
            Reports.self, RemoveReported.self, Dismiss.self, Accounts.self, Suspend.self, Restore.self, Appoint.self,
            Discharge.self, DeleteAccount.self, KeepAccount.self, TransferGroups.self, Reset.self, Policy.self,
            Add.self, InvitePerson.self, Mail.self,
            TestMail.self, Push.self, Providers.self, Audit.self, Inventory.self, AILedger.Everybody.self,
        ])

    struct Reports: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List reported messages.")

        @Flag(help: "Show closed reports instead of open ones.") var decided = false
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let reports = try await ProfileClient.open().reports(areOpen: !decided)
            if json { return Output.json(reports.map { ReportJSON($0) }) }
            let now = SystemClock().now()
            var table = Table("ID", "AT", "STATE", "BY", "OF", "REASON", "TEXT")
            for report in reports {
                table.add(
                    report.id.text, TerminalTime.short(report.reportedAt, now: now), report.state.rawValue,
                    report.reporter.name, report.sender.name, report.reason, String(report.text.prefix(60)))
            }
            Output.lines(table.lines(.standardOutput))
        }
    }

    struct RemoveReported: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Delete a reported message for everyone.")

        @Argument(help: "The report's identifier, or its beginning.") var report: String
        @Option(help: "The reason, for the audit log.") var note = ""

        func run() async throws { try await Admin.resolve(report, as: .removed, note) }
    }

    struct Dismiss: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Dismiss a report.")

        @Argument(help: "The report's identifier, or its beginning.") var report: String
        @Option(help: "The reason, for the audit log.") var note = ""

        func run() async throws { try await Admin.resolve(report, as: .dismissed, note) }
    }

    struct Suspend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Suspend an account and end its sessions.")

        @OptionGroup var subject: Subject

        func run() async throws { try await subject.change(AccountChange(isSuspended: true), done: "suspended") }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Restore a suspended account.")

        @OptionGroup var subject: Subject

        func run() async throws { try await subject.change(AccountChange(isSuspended: false), done: "restored") }
    }

    struct Appoint: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make an account an administrator of the server.")

        @OptionGroup var subject: Subject

        func run() async throws { try await subject.change(AccountChange(isAdministrator: true), done: "appointed") }
    }

    struct Discharge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke an administrator's rights.")

        @OptionGroup var subject: Subject

        func run() async throws { try await subject.change(AccountChange(isAdministrator: false), done: "discharged") }
    }

    /// The account that is acted on, and why.
    struct Subject: ParsableArguments {
        @Argument(help: "The account's e-mail address, full name or identifier.") var person: String
        @Option(help: "The reason, for the audit log.") var note = ""

        func change(_ change: AccountChange, done: String) async throws {
            let client = try ProfileClient.open()
            let account = try await account(client)
            var change = change
            change.note = note
            _ = try await ProofPrompt.answered(client) { [change] () async throws(ClientError) in
                try await client.administer(account.user.id, change)
            }
            Output.line("\(done) \(account.user.email)")
        }

        /// The one account that is meant.
        func account(_ client: NexusClient) async throws -> AdministeredAccount {
            try await Subject.account(of: person, client)
        }

        /// The one account of an e-mail address, full name or identifier.
        static func account(of person: String, _ client: NexusClient) async throws -> AdministeredAccount {
            let wanted = person.lowercased()
            let accounts = try await client.allAccounts(matching: UserID(wanted) == nil ? person : "")
            let found = accounts.filter {
                $0.user.email == wanted || $0.user.name.lowercased() == wanted || $0.user.id.text == wanted
            }
            guard let account = found.first, found.count == 1 else {
                throw CommandProblem("No single account is \"\(person)\". See `nexus admin accounts`.")
            }
            return account
        }
    }

    private static func resolve(_ text: String, as state: Report.State, _ note: String) async throws {
        let client = try ProfileClient.open()
        let found = try await client.reports().filter { $0.id.text.hasPrefix(text.lowercased()) }
        guard let report = found.first, found.count == 1 else {
            throw CommandProblem("No single open report is \"\(text)\". See `nexus admin reports`.")
        }
        try await client.resolve(report.id, as: state, note: note)
        Output.line("\(state.rawValue) \(report.id.text)")
    }
}
