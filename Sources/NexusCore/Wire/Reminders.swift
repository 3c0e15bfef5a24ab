/// A person's reminder of an insight: theirs alone, and at most one of an insight.
public struct Reminder: Equatable, Sendable {
    public var insight: InsightID
    public var conversation: ConversationID
    /// The source message of the insight.
    public var message: MessageID
    public var kind: InsightRecord.Kind
    /// The insight's words.
    public var text: String
    /// When it is due.
    public var at: Timestamp
    /// When it fired; `nil` until then. It stays, fired, until the person removes it or sets it again, for 7 days at most.
    public var firedAt: Timestamp?

    public init(
        insight: InsightID, conversation: ConversationID, message: MessageID, kind: InsightRecord.Kind, text: String,
        at: Timestamp, firedAt: Timestamp? = nil
    ) {
        self.insight = insight
        self.conversation = conversation
        self.message = message
        self.kind = kind
        self.text = text
        self.at = at
        self.firedAt = firedAt
    }
}

/// A time of a reminder that the server computes, in the person's zone.
public enum ReminderMoment: String, Equatable, Sendable, CaseIterable {
    /// In an hour.
    case hour
    /// Today at 18:00.
    case evening
    /// Tomorrow at 9:00.
    case tomorrow
    /// At 9:00 on the day that the insight is due, or an hour before it is due if that is earlier.
    case due
}

/// When a person wants to be reminded, the request of `Endpoints.setReminder`: `at` or `when`.
public struct ReminderRequest: Equatable, Sendable {
    /// Later than now, by at most ``Limits/reminderDays``.
    public var at: Timestamp?
    public var when: ReminderMoment?
    /// The zone of `when`, by its name in the tz database; without one the person's.
    public var zone: String?

    public init(at: Timestamp) { self.at = at }

    public init(_ when: ReminderMoment, zone: String? = nil) {
        self.when = when
        self.zone = zone
    }
}

/// The response of `Endpoints.reminders`.
public struct ReminderList: Equatable, Sendable {
    /// By time, at most ``Limits/remindersPerPerson``.
    public var reminders: [Reminder]

    public init(reminders: [Reminder]) { self.reminders = reminders }
}

extension Endpoints {
    /// The caller's reminders, those that fired included.
    public static let reminders = Endpoint<Nothing, ReminderList>(.get, "/v1/reminders")
    /// The caller's reminder of an insight.
    public static let reminder = Endpoint<Nothing, Reminder>(.get, "/v1/insights/{id}/reminder")
    /// Sets the caller's reminder of an open insight, in place of an earlier one.
    public static let setReminder = Endpoint<ReminderRequest, Reminder>(.put, "/v1/insights/{id}/reminder")
    /// Removes the caller's reminder of an insight. A no-op succeeds.
    public static let removeReminder = Endpoint<Nothing, Nothing>(.delete, "/v1/insights/{id}/reminder")
}
