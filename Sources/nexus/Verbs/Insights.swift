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
            says is done: see `nexus insight complete`.
            """)

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument?
    @Option(help: "Filter by kind: action, decision, deadline or priority. Repeatable.") var kind:
        [InsightRecord.Kind] = []
    @Option(help: "Filter by state: open, suggestedDone, done, dismissed or cancelled. Repeatable; open by default.")
    var state: [InsightRecord.State] = []
    @Flag(help: "Show every state.") var all = false
    @Flag(help: "Show only what is assigned to you.") var mine = false
    @Option(help: "The maximum number of results.") var limit = 50
    @Flag(help: "Print JSON.") var json = false
    @Flag(help: "Export action items and deadlines as a calendar (RFC 5545).") var ics = false
    @Flag(help: "Export a table (CSV, RFC 4180).") var csv = false

    func validate() throws {
        if [json, ics, csv].count(where: \.self) > 1 { throw ValidationError("Choose one output format.") }
        if all, !state.isEmpty { throw ValidationError("--all is every state: it does not go with --state.") }
        guard limit > 0 else { throw ValidationError("--limit is at least 1.") }
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

struct InsightVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "insight", abstract: "Confirm, complete, dismiss, assign or edit an insight.",
        subcommands: [Confirm.self, Complete.self, Dismiss.self, Assign.self, Edit.self])

    struct Confirm: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Confirm an insight as open, even if a message says that it is done.")
        @OptionGroup var subject: Subject
        func run() async throws { try await subject.change(InsightChange(state: .open)) }
    }

    struct Complete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Complete an insight.")
        @OptionGroup var subject: Subject
        func run() async throws { try await subject.change(InsightChange(state: .done)) }
    }

    struct Dismiss: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Dismiss an insight.")
        @OptionGroup var subject: Subject
        func run() async throws { try await subject.change(InsightChange(state: .dismissed)) }
    }

    struct Assign: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Assign it to a member of its conversation.")
        @OptionGroup var subject: Subject
        @Option(help: "The assignee's e-mail address, full name or identifier; leave it out to unassign.") var to:
            PersonArgument?

        func run() async throws {
            let user = try await to?.resolve(try ProfileClient.open()).id
            try await subject.change(InsightChange(assignee: user.map { .set($0) } ?? .cleared))
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Change an insight's text, date or priority.")
        @OptionGroup var subject: Subject
        @Option(help: "The new text.") var text: String?
        @Option(help: "2026-03-03 or 2026-03-03T17:00+01:00; - for no date.") var due: String?
        @Option(help: "high, medium or low.") var priority: InsightRecord.Level?

        func validate() throws {
            if text == nil, due == nil, priority == nil {
                throw ValidationError("Name --text, --due or --priority.")
            }
        }

        func run() async throws {
            let date: InsightChange.Setting<String> = due.map { $0 == "-" ? .cleared : .set($0) } ?? .unchanged
            try await subject.change(InsightChange(text: text, due: date, level: priority))
        }
    }

    /// The insight that is meant.
    struct Subject: ParsableArguments {
        @Argument(help: "The insight's message: an identifier, or a conversation and a position.") var message: [String]
        @Option(help: "action, decision, deadline or priority; needed if the message has several.")
        var kind: InsightRecord.Kind?
        @Flag(help: "Print JSON.") var json = false

        func change(_ change: InsightChange) async throws {
            let client = try ProfileClient.open()
            guard let id = try await MessageArguments(message[...]).resolve(client).first else {
                throw CommandProblem("Name the message. See `nexus insights`.")
            }
            let insight = try await client.update(try await kind(of: id, client), of: id, change)
            if json { return Output.json(InsightJSON(insight)) }
            Output.line("\(insight.state.rawValue) \(TerminalText.line(insight.text))")
        }

        /// The kind that was named, or else the only one that the message has.
        private func kind(of message: MessageID, _ client: NexusClient) async throws -> InsightRecord.Kind {
            if let kind { return kind }
            let found = try await client.insights(InsightFilter(message: message)).insights.filter {
                $0.source == message
            }
            guard let first = found.first else {
                throw CommandProblem("That message has no insights. See `nexus insights --all`.")
            }
            guard found.count == 1 else {
                let kinds = found.map(\.kind.rawValue).sorted().joined(separator: ", ")
                throw CommandProblem("That message has several: \(kinds). Name one with --kind.")
            }
            return first.kind
        }
    }
}
