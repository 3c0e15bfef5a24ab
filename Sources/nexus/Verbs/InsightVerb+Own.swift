import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

extension InsightVerb {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a message a task, a decision or a deadline, for all members.",
            discussion: "It stays as you made it, also if the message is read again.")

        @Argument(help: "The message: an identifier, or a conversation and a position.") var message: [String]
        @Flag(help: "Make it a task.") var task = false
        @Flag(help: "Make it a decision.") var decision = false
        @Flag(help: "Make it a deadline.") var deadline = false
        @Option(help: "Its text; by default the beginning of the message.") var text: String?
        @Option(help: "The assignee's e-mail address, full name or identifier.") var to: PersonArgument?
        @Option(help: "2026-03-03 or 2026-03-03T17:00+01:00.") var due: String?
        @Option(help: "high, medium or low.") var priority: InsightRecord.Level = .medium
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            if [task, decision, deadline].count(where: \.self) != 1 {
                throw ValidationError("Choose one of --task, --decision and --deadline.")
            }
        }

        func run() async throws {
            let client = try ProfileClient.open()
            guard let message = try await MessageArguments(message[...]).resolve(client).first else {
                throw CommandProblem("Name the message. See `nexus messages`.")
            }
            let made = try await client.make(
                NewInsight(
                    id: InsightID(at: SystemClock().now()), message: message,
                    kind: task ? .action : decision ? .decision : .deadline, text: text,
                    assignee: try await to?.resolve(client).id, due: due, level: priority))
            Subject.show(made, json: json)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show an insight with what later messages say of it.")
        @OptionGroup var subject: Subject

        func run() async throws {
            let client = try ProfileClient.open()
            let insight = try await subject.resolve(client)
            if subject.json { return Output.json(InsightJSON(insight)) }
            let title = try await client.conversations().first { $0.id == insight.conversation }?.title
            let list = InsightListing(now: SystemClock().now(), style: .standardOutput)
            Output.lines(list.details(for: insight, in: title ?? insight.conversation.text))
        }
    }

    struct Split: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a part of an insight one of its own, with the same assignee and date.")
        @OptionGroup var subject: Subject
        @Option(help: "The text of the new one.") var text: String
        @Option(help: "The text that the first one keeps; by default all of it.") var rest: String?

        func run() async throws {
            let client = try ProfileClient.open()
            let made = try await client.split(
                InsightSplit(
                    insight: try await subject.identifier(client), id: InsightID(at: SystemClock().now()), text: text,
                    rest: rest))
            Subject.show(made, json: subject.json)
        }
    }

    struct Merge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Merge another insight of the same message and kind into one.")
        @OptionGroup var subject: Subject
        @Option(help: "The identifier of the one that goes. See `nexus insights --json`.") var with: String
        @Option(help: "The text for both; by default that of the one that stays.") var text: String?

        func run() async throws {
            guard let other = InsightID(with) else { throw ValidationError("--with is an insight's identifier.") }
            let client = try ProfileClient.open()
            let merged = try await client.merge(
                InsightMerge(insight: try await subject.identifier(client), other: other, text: text))
            Subject.show(merged, json: subject.json)
        }
    }
}
