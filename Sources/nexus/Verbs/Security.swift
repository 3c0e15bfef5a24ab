import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

/// `nexus security`: what happened to the security of one's own account.
struct Security: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "security", abstract: "Show sign-ins to your account, failed ones, and changes of how you sign in."
    )

    @Option(help: "Show only entries before this number.") var before: Int64?
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let entries = try await ProfileClient.open().securityLog(before: before)
        if json { return Output.json(entries.map { AuditEntryJSON($0) }) }
        let now = SystemClock().now()
        var table = Table("NUMBER", "AT", "BY", "ACT", "NOTE")
        for entry in entries {
            table.add(
                "\(entry.number)", TerminalTime.short(entry.at, now: now), entry.actor.name, entry.act.rawValue,
                entry.count.map { "\($0) from \(entry.note)" } ?? entry.note)
        }
        Output.lines(table.lines(.standardOutput))
    }

    /// Tells a person who just signed in of failed attempts before.
    static func tellFailures(_ client: NexusClient) async {
        // An earlier server keeps no such log.
        guard let entry = try? await client.failedSignIns(), let count = entry.count, let since = entry.since else {
            return
        }
        let time = TerminalTime.short(since, now: SystemClock().now())
        let origin = entry.note.isEmpty ? "" : ", from \(entry.note)"
        Output.warn(
            "\(count) failed \(count == 1 ? "attempt" : "attempts") to sign in since \(time)\(origin). See \"nexus security\"."
        )
    }
}
