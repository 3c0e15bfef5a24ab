import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct InsightVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "insight",
        abstract: "Make, show, confirm, complete, dismiss, assign, edit, split or merge an insight, or set a reminder.",
        subcommands: [
            Add.self, Show.self, Confirm.self, Complete.self, Dismiss.self, Assign.self, Edit.self, Split.self,
            Merge.self, Remind.self, Reminders.self,
        ])

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
}
