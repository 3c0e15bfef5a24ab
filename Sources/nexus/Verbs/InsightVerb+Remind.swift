import ArgumentParser
import Foundation
import NexusClient
import NexusCore
import NexusTerminal

extension InsightVerb {
    struct Remind: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set, change or remove your own reminder of an insight.",
            discussion: "Only you see it. It reaches your devices as a notification, also in quiet hours.")

        @OptionGroup var subject: Subject
        @Option(help: "hour, evening (18:00), tomorrow (9:00), or due: the morning of the day that it is due.")
        var when: ReminderMoment?
        @Option(help: "2026-03-03T17:00, or 2026-03-03T17:00+01:00.") var at: ReminderTimeArgument?
        @Flag(help: "Remove it.") var remove = false

        func validate() throws {
            if [when != nil, at != nil, remove].count(where: \.self) != 1 {
                throw ValidationError("Choose one of --when, --at and --remove.")
            }
        }

        func run() async throws {
            let client = try ProfileClient.open()
            guard let insight = try await subject.resolve(client).id else {
                throw CommandProblem("The server is too old for reminders.")
            }
            if remove {
                try await client.removeReminder(of: insight)
                return subject.json ? Output.json(Nothing()) : Output.line("No reminder.")
            }
            guard let request = when.map({ ReminderRequest($0) }) ?? at.map({ ReminderRequest(at: $0.time) }) else {
                return
            }
            let reminder = try await client.remind(of: insight, request)
            if subject.json { return Output.json(ReminderJSON(reminder)) }
            Output.line(ReminderListing.line(for: reminder, now: SystemClock().now()))
        }
    }

    struct Reminders: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List your reminders, by time.")
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let reminders = try await ProfileClient.open().reminders()
            if json { return Output.json(reminders.map { ReminderJSON($0) }) }
            let now = SystemClock().now()
            Output.lines(reminders.map { ReminderListing.line(for: $0, now: now) })
        }
    }
}

extension ReminderMoment: ExpressibleByArgument {}

/// A day and time in ISO 8601; without an offset from UTC in this device's zone.
struct ReminderTimeArgument: ExpressibleByArgument {
    let time: Timestamp

    init?(argument: String) {
        let local = DateFormatter()
        local.locale = Locale(identifier: "en_US_POSIX")
        local.timeZone = .current
        local.isLenient = false
        for format in ["", ":ss", "XXXXX", ":ssXXXXX"] {
            local.dateFormat = "yyyy-MM-dd'T'HH:mm\(format)"
            guard let date = local.date(from: argument) else { continue }
            time = Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
            return
        }
        return nil
    }
}
