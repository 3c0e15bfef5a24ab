import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct AI: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ai", abstract: "The language model: what it may read, and what left the server for it.",
        subcommands: [Status.self, AILedger.Own.self, Allow.self, Forbid.self])

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Which model there is, and what your day has left.")

        @Flag(help: "Write JSON.") var json = false

        func run() async throws {
            let state = try await ProfileClient.open().languageModel()
            if json { return Output.json(state) }
            guard state.isOn else { return Output.line("Artificial intelligence is off on this server.") }
            guard let model = state.model else {
                return Output.line("This server has no language model: answers are quotes.")
            }
            Output.line("Model: \(TerminalText.line(model))")
            Output.line("Requests today: \(state.requests) of \(state.requestLimit)")
            Output.line("Tokens today: \(state.tokens) of \(state.tokenLimit)")
            Output.line("Renews at \(TerminalTime.iso(state.renewsAt))")
        }
    }

    struct Allow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let artificial intelligence read a conversation again.")

        @Argument(help: ConversationArgument.help) var conversation: ConversationArgument

        func run() async throws { try await AI.set(true, in: conversation) }
    }

    struct Forbid: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep artificial intelligence out of a conversation, for everybody in it.")

        @Argument(help: ConversationArgument.help) var conversation: ConversationArgument

        func run() async throws { try await AI.set(false, in: conversation) }
    }

    private static func set(_ isOn: Bool, in conversation: ConversationArgument) async throws {
        let client = try ProfileClient.open()
        let operation = try await client.setAI(isOn, in: try await conversation.resolve(client).id)
        try await Delivery(client: client).report(operation, done: isOn ? "allowed" : "forbidden")
    }
}

/// What left the server for a language model.
enum AILedger {
    struct Own: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ledger", abstract: "What left the server for a language model for you, the newest first.")

        @OptionGroup var options: Options

        func run() async throws { try await options.show(ofEverybody: false) }
    }

    struct Everybody: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ledger", abstract: "What left the server for a language model, the newest first.")

        @OptionGroup var options: Options

        func run() async throws { try await options.show(ofEverybody: true) }
    }

    struct Options: ParsableArguments {
        @Option(help: "Only entries before that number.") var before: Int64?
        @Flag(help: "Write JSON.") var json = false

        func show(ofEverybody: Bool) async throws {
            let entries = try await ProfileClient.open().ledger(ofEverybody: ofEverybody, before: before)
            if json { return Output.json(entries.map { LedgerEntryJSON($0) }) }
            let now = SystemClock().now()
            var table = Table("NUMBER", "AT", "FOR", "PURPOSE", "MODEL", "MESSAGES", "IN", "OUT", "OUTCOME")
            for entry in entries {
                table.add(
                    "\(entry.number)", TerminalTime.short(entry.at, now: now), entry.user.name, entry.purpose,
                    entry.model, "\(entry.messages)", "\(entry.inputTokens)", "\(entry.outputTokens)", entry.outcome)
            }
            Output.lines(table.lines(.standardOutput))
        }
    }
}
