import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

extension InsightRecord.Kind: ExpressibleByArgument {}
extension InsightRecord.State: ExpressibleByArgument {}
extension InsightRecord.Level: ExpressibleByArgument {}

struct Insights: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "insights", abstract: "Action items, decisions, deadlines and priorities in your conversations.",
        discussion: """
            The server finds them as messages are written. Open ones first, then by due date, then the newest. [?] is one that a message \
            says is done: see `nexus insight complete`. A suggested one may be none: see `nexus insight confirm` and `dismiss`.
            """)

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument?
    @Option(help: "Filter by kind: action, decision, deadline or priority. Repeatable.") var kind:
        [InsightRecord.Kind] = []
    @Option(help: "Filter by state: open, suggestedDone, done, dismissed or cancelled. Repeatable; open by default.")
    var state: [InsightRecord.State] = []
    @Flag(help: "Show every state.") var all = false
    @Flag(help: "Show only what is assigned to you.") var mine = false
    @Option(help: "The maximum number of results; 50 by default. A calendar or table has all.") var limit: Int?
    @Flag(help: "Print JSON.") var json = false
    @Flag(help: "Export action items and deadlines as a calendar (RFC 5545).") var ics = false
    @Flag(help: "Export a table (CSV, RFC 4180).") var csv = false

    func validate() throws {
        if [json, ics, csv].count(where: \.self) > 1 { throw ValidationError("Choose one output format.") }
        if all, !state.isEmpty { throw ValidationError("--all is every state: it does not go with --state.") }
        guard limit ?? 1 > 0 else { throw ValidationError("--limit is at least 1.") }
        if limit != nil, ics || csv {
            throw ValidationError("--ics and --csv export all: they do not go with --limit.")
        }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        let filter = InsightFilter(
            conversation: try await conversation?.resolve(client).id, kinds: kind,
            states: all || !state.isEmpty ? state : [.open, .suggestedDone], assignee: mine ? .me : nil)
        if ics || csv {
            let file = try await client.insightFile(filter, as: ics ? .ics : .csv)
            return Output.file(file.text)
        }
        let limit = limit ?? 50
        var found: [InsightRecord] = []
        var cursor: String?
        var isPartial = false
        repeat {
            let page = try await client.insights(filter, cursor: cursor, limit: min(limit - found.count, 200))
            found += page.insights
            cursor = page.cursor
            isPartial = page.isPartial
        } while cursor != nil && found.count < limit
        if isPartial { Output.warn("The server is still reading older messages; there may be more.") }
        if json { return Output.json(found.map { InsightJSON($0) }) }
        let titles = Dictionary(try await client.conversations().map { ($0.id, $0.title) }) { first, _ in first }
        let list = InsightListing(now: SystemClock().now(), style: .standardOutput)
        Output.lines(found.flatMap { list.lines(for: $0, in: titles[$0.conversation] ?? $0.conversation.text) })
    }
}
