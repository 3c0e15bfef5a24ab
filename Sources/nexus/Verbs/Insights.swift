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
    @Option(help: "action, decision, deadline or priority. Repeatable.") var kind: [InsightRecord.Kind] = []
    @Option(help: "open, suggestedDone, done, dismissed or cancelled. Repeatable; without it, those that are open.")
    var state: [InsightRecord.State] = []
    @Flag(help: "In every state.") var all = false
    @Flag(help: "Only what is given to you.") var mine = false
    @Option(help: "How many, at most.") var limit = 50
    @Flag(help: "Write JSON.") var json = false
    @Flag(help: "Write action items and deadlines as a calendar file (RFC 5545).") var ics = false
    @Flag(help: "Write a table for spreadsheets (RFC 4180).") var csv = false

    func validate() throws {
        if [json, ics, csv].count(where: \.self) > 1 { throw ValidationError("One form at a time.") }
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
            abstract: "Say that it is one and open, also where a message says that it is done.")
        @OptionGroup var subject: Subject
        func run() async throws { try await subject.change(InsightChange(state: .open)) }
    }

    struct Complete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Say that it is done.")
        @OptionGroup var subject: Subject
        func run() async throws { try await subject.change(InsightChange(state: .done)) }
    }

    struct Dismiss: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Say that it is nothing.")
        @OptionGroup var subject: Subject
        func run() async throws { try await subject.change(InsightChange(state: .dismissed)) }
    }

    struct Assign: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Give it to a member of its conversation.")
        @OptionGroup var subject: Subject
        @Option(help: "Their e-mail address, whole name or identifier; without it, to nobody.") var to: PersonArgument?

        func run() async throws {
            let user = try await to?.resolve(try ProfileClient.open()).id
            try await subject.change(InsightChange(assignee: user.map { .set($0) } ?? .cleared))
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Change its text, date or priority.")
        @OptionGroup var subject: Subject
        @Option(help: "What is to be done, was decided or is due.") var text: String?
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
        @Argument(help: "Its message: an identifier, or a conversation and a position.") var message: [String]
        @Option(help: "action, decision, deadline or priority.") var kind = InsightRecord.Kind.action
        @Flag(help: "Write JSON.") var json = false

        func change(_ change: InsightChange) async throws {
            let client = try ProfileClient.open()
            guard let id = try await MessageArguments(message[...]).resolve(client).first else {
                throw CommandProblem("Name the message. See `nexus insights`.")
            }
            let insight = try await client.update(kind, of: id, change)
            if json { return Output.json(InsightJSON(insight)) }
            Output.line("\(insight.state.rawValue) \(TerminalText.line(insight.text))")
        }
    }
}
