import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct AI: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ai", abstract: "Show and control what the language model may read, and what was sent to it.",
        subcommands: [Status.self, AILedger.Own.self, Allow.self, Forbid.self])

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the model in use and what is left of your daily budget.")

        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let state = try await ProfileClient.open().languageModel()
            if json { return Output.json(state) }
            guard state.isOn else { return Output.line("AI is off on this server.") }
            guard let model = state.model else {
                return Output.line("This server has no language model: answers are quotes.")
            }
            Output.line("Model: \(TerminalText.line(model))")
            Output.line("Requests today: \(state.requests) of \(state.requestLimit)")
            Output.line("Tokens today: \(state.tokens) of \(state.tokenLimit)")
            if let cost = state.cost {
                Output.line("Cost today: \(cost.text)" + (state.costLimit.map { " of \($0.text)" } ?? ""))
            }
            Output.line("Renews at \(TerminalTime.iso(state.renewsAt))")
        }
    }

    struct Allow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Turn AI on in a conversation.")

        @Argument(help: ConversationArgument.help) var conversation: ConversationArgument

        func run() async throws { try await AI.set(true, in: conversation) }
    }

    struct Forbid: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Turn AI off in a conversation, for all members.")

        @Argument(help: ConversationArgument.help) var conversation: ConversationArgument

        func run() async throws { try await AI.set(false, in: conversation) }
    }

    private static func set(_ isOn: Bool, in conversation: ConversationArgument) async throws {
        let client = try ProfileClient.open()
        let operation = try await client.setAI(isOn, in: try await conversation.resolve(client).id)
        try await Delivery(client: client).report(operation, done: isOn ? "allowed" : "forbidden")
    }
}

/// The ledger of requests to the language model.
enum AILedger {
    struct Own: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ledger", abstract: "Show what was sent to the language model for you, newest first.")

        @OptionGroup var options: Options

        func run() async throws { try await options.show(ofEverybody: false) }
    }

    struct Everybody: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ledger", abstract: "Show what was sent to the language model, newest first.")

        @OptionGroup var options: Options

        func run() async throws { try await options.show(ofEverybody: true) }
    }

    struct Options: ParsableArguments {
        @Option(help: "Show only entries before this number.") var before: Int64?
        @Flag(help: "Print JSON.") var json = false

        func show(ofEverybody: Bool) async throws {
            let entries = try await ProfileClient.open().ledger(ofEverybody: ofEverybody, before: before)
            if json { return Output.json(entries.map { LedgerEntryJSON($0) }) }
            let now = SystemClock().now()
            var table = Table("NUMBER", "AT", "FOR", "PURPOSE", "MODEL", "MESSAGES", "IN", "OUT", "COST", "OUTCOME")
            for entry in entries {
                table.add(
                    "\(entry.number)", TerminalTime.short(entry.at, now: now), entry.user.name, entry.purpose,
                    entry.model, "\(entry.messages)", "\(entry.inputTokens)", "\(entry.outputTokens)",
                    entry.cost?.text ?? "", entry.outcome)
            }
            Output.lines(table.lines(.standardOutput))
        }
    }
}
