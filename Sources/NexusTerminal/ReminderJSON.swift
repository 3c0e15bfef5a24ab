import NexusCore

/// A reminder for scripts.
public struct ReminderJSON: JSONEncodable {
    private let reminder: Reminder

    public init(_ reminder: Reminder) { self.reminder = reminder }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("insight", reminder.insight)
        writer.field("message", reminder.message)
        writer.field("conversation", reminder.conversation)
        writer.field("kind", reminder.kind.rawValue)
        writer.field("text", reminder.text)
        writer.field("at", TerminalTime.iso(reminder.at))
        writer.field("firedAt", ifPresent: reminder.firedAt.map(TerminalTime.iso))
        writer.endObject()
    }
}

/// A reminder as a line: when, what, and the insight's identifier.
public enum ReminderListing {
    public static func line(for reminder: Reminder, now: Timestamp) -> String {
        let time = TerminalTime.short(reminder.at, now: now)
        let state = reminder.firedAt == nil ? "" : " (fired)"
        return "\(time)\(state) \(TerminalText.line(reminder.text)) \(reminder.insight.text)"
    }
}
