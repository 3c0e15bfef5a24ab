import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

extension AccountFilter: ExpressibleByArgument {}

extension Admin {
    struct Accounts: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List accounts with their state, signed-in devices and last use.")

        @Argument(help: "Part of a name or address; leave it out to list everyone.") var query = ""
        @Option(help: "Only administrators, suspended, unclaimed (without a password) or second-factor.")
        var state: AccountFilter?
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let accounts = try await ProfileClient.open().allAccounts(matching: query, state)
            if json { return Output.json(accounts.map { AdministeredAccountJSON($0) }) }
            let now = SystemClock().now()
            var table = Table("NAME", "E-MAIL", "STATE", "DEVICES", "LAST USED", "ID")
            for account in accounts {
                table.add(
                    account.user.name, account.user.email, Self.state(of: account), "\(account.sessions)",
                    account.lastUsedAt.map { TerminalTime.short($0, now: now) } ?? "", account.user.id.text)
            }
            Output.lines(table.lines(.standardOutput))
        }

        private static func state(of account: AdministeredAccount) -> String {
            [
                account.suspendedAt != nil ? "suspended" : nil, account.user.isUnclaimed ? "unclaimed" : nil,
                account.isAdministrator ? "administrator" : nil, account.hasSecondFactor ? "two-step" : nil,
            ].compactMap(\.self).joined(separator: ", ")
        }
    }

    struct Audit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the audit log, newest first.")

        @Option(help: "Show only entries before this number.") var before: Int64?
        @Flag(help: "Show sign-ins, and failed attempts to, as well.") var signIns = false
        @Option(help: "Show only acts that begin with this, such as account. or policy.; may be repeated.")
        var act: [String] = []
        @Option(help: "Show only acts by or about people whose name or address contains this.") var person = ""
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let entries = try await ProfileClient.open().audit(
                before: before, withSignIns: signIns, acts: act, person: person
            ).entries
            if json { return Output.json(entries.map { AuditEntryJSON($0) }) }
            let now = SystemClock().now()
            var table = Table("NUMBER", "AT", "BY", "ACT", "WHOM", "NOTE")
            for entry in entries {
                table.add(
                    "\(entry.number)", TerminalTime.short(entry.at, now: now), entry.actor.name, entry.act.rawValue,
                    entry.subject.name, entry.note)
            }
            Output.lines(table.lines(.standardOutput))
        }
    }

    struct Inventory: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show how many accounts, conversations and messages the server holds, and their space.")

        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let held = try await ProfileClient.open().inventory()
            if json { return Output.json(held) }
            var table = Table("WHAT", "HOW MUCH")
            table.add("accounts", "\(held.accounts)")
            table.add("administrators", "\(held.administrators)")
            table.add("suspended accounts", "\(held.suspended)")
            table.add("unclaimed accounts", "\(held.unclaimed)")
            table.add("signed-in devices", "\(held.sessions)")
            table.add("conversations", "\(held.conversations)")
            table.add("messages", "\(held.messages)")
            table.add("files", "\(held.files), \(TerminalBytes.short(held.mediaBytes))")
            table.add("database", TerminalBytes.short(held.databaseBytes))
            if let free = held.freeBytes { table.add("free disk space", TerminalBytes.short(free)) }
            Output.lines(table.lines(.standardOutput))
        }
    }
}
