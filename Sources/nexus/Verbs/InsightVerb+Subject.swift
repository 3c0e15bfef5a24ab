import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

extension InsightVerb {
    /// The insight that is meant.
    struct Subject: ParsableArguments {
        @Argument(
            help: "The insight's identifier, or its message: an identifier, or a conversation and a position.")
        var message: [String]
        @Option(help: "action, decision, deadline or priority; needed if the message has several.")
        var kind: InsightRecord.Kind?
        @Option(help: "Which one, if the message has several of the kind: 1 is the first.") var number: Int?
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            if let number, number < 1 { throw ValidationError("--number is at least 1.") }
        }

        func change(_ change: InsightChange) async throws {
            let client = try ProfileClient.open()
            let insight = try await client.update(try await resolve(client), change)
            Self.show(insight, json: json)
        }

        static func show(_ insight: InsightRecord, json: Bool) {
            if json { return Output.json(InsightJSON(insight)) }
            Output.line("\(insight.state.rawValue) \(TerminalText.line(insight.text))")
        }

        /// - Throws: `CommandProblem` if the server gives insights no identifiers.
        func identifier(_ client: NexusClient) async throws -> InsightID {
            guard let id = try await resolve(client).id else {
                throw CommandProblem("The server is too old to split and merge insights.")
            }
            return id
        }

        /// The one that was named, or the only one that the message has.
        func resolve(_ client: NexusClient) async throws -> InsightRecord {
            if message.count == 1, let id = InsightID(message[0]),
                let named = try await client.insights(InsightFilter(id: id)).insights.first(where: { $0.id == id }),
                named.source.text != id.text
            {
                return named
            }
            guard let id = try await MessageArguments(message[...]).resolve(client).first else {
                throw CommandProblem("Name the message. See `nexus insights`.")
            }
            let all = try await client.insights(InsightFilter(message: id)).insights.filter { $0.source == id }
            guard !all.isEmpty else {
                throw CommandProblem("That message has no insights. See `nexus insights --all`.")
            }
            let found = all.filter { kind == nil || $0.kind == kind }
                .sorted { ($0.evidence?.start ?? -1) < ($1.evidence?.start ?? -1) }
            let kinds = Set(found.map(\.kind.rawValue)).sorted().joined(separator: ", ")
            guard Set(found.map(\.kind)).count <= 1 else {
                throw CommandProblem("That message has several: \(kinds). Name one with --kind.")
            }
            if let number {
                guard number <= found.count else {
                    throw CommandProblem("That message has \(found.count) of that kind.")
                }
                return found[number - 1]
            }
            guard let first = found.first else { throw CommandProblem("That message has none of that kind.") }
            guard found.count == 1 else {
                let texts = found.enumerated().map { "\($0 + 1) \(TerminalText.line($1.text))" }
                throw CommandProblem(
                    "That message has several of the kind \(kinds). Name one with --number:\n"
                        + texts.joined(separator: "\n"))
            }
            return first
        }
    }
}
