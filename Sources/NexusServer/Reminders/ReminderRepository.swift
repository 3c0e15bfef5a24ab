import NexusCore
import NexusDatabase

/// A person's reminder as it is stored, whether or not they still see its insight.
struct StoredReminder: Equatable, Sendable {
    var user: UserID
    var insight: InsightID
    var at: Timestamp
    var firedAt: Timestamp?
}

/// The SQL of reminders.
enum ReminderRepository {
    private static let columns = "user_id, insight_id, at, fired_at"

    /// The reminders of open insights that a person sees, by time: those of other insights are withdrawn.
    ///
    /// - Parameter insight: of this one alone.
    static func visible(to user: UserID, of insight: InsightID? = nil, _ reader: Reader) throws -> [Reminder] {
        let stored = try reader.all(
            SQL("SELECT \(columns) FROM reminders WHERE user_id = $1 AND (insight_id = $2 OR $2 IS NULL)"),
            .id(user), .optional(insight), body: reminder)
        guard !stored.isEmpty, try InsightPolicy.shows(to: user, reader) else { return [] }
        var query = InsightQuery(states: [.open, .suggestedDone], id: insight, limit: Limits.remindersPerPerson)
        query.isReminded = true
        let insights = Dictionary(
            try query.cited(for: user, reader).map { ($0.insight.id, $0.insight) }
        ) { first, _ in first }
        return stored.compactMap { stored in
            insights[stored.insight].map { insight in
                Reminder(
                    insight: insight.id, conversation: insight.conversation, message: insight.source,
                    kind: insight.kind, text: insight.shownText, at: stored.at, firedAt: stored.firedAt)
            }
        }.sorted { ($0.at, $0.insight) < ($1.at, $1.insight) }
    }

    /// Sets a person's reminder of an insight, in place of an earlier one, also of one that fired.
    ///
    /// - Throws: `Refusal` (`too_many_reminders`).
    static func put(
        _ time: Timestamp, of insight: InsightID, for user: UserID, _ transaction: Transaction
    ) throws {
        try ReminderRepository.delete(of: insight, for: user, transaction)
        if try count(of: user, transaction) >= Limits.remindersPerPerson {
            try deleteWithdrawn(of: user, transaction)
            guard try count(of: user, transaction) < Limits.remindersPerPerson else {
                throw Refusal(
                    .tooManyReminders,
                    "You have \(Limits.remindersPerPerson) reminders already. Remove one, then try again.")
            }
        }
        try transaction.run(
            "INSERT INTO reminders (user_id, insight_id, at, due_at, fired_at) VALUES ($1, $2, $3, $3, NULL)",
            .id(user), .id(insight), .time(time))
    }

    /// Removes a person's reminder of an insight, with what waits for their devices. Returns whether there was one.
    @discardableResult
    static func delete(of insight: InsightID, for user: UserID, _ transaction: Transaction) throws -> Bool {
        try transaction.run(
            """
            DELETE FROM reminder_pushes WHERE insight_id = $2
                AND endpoint_id IN (SELECT id FROM push_endpoints WHERE user_id = $1)
            """, .id(user), .id(insight))
        return try transaction.count(
            "DELETE FROM reminders WHERE user_id = $1 AND insight_id = $2", .id(user), .id(insight)) > 0
    }

    /// Deletes a person's reminders of insights that they no longer see, or that are closed.
    private static func deleteWithdrawn(of user: UserID, _ transaction: Transaction) throws {
        let visible = Set(try visible(to: user, transaction).map(\.insight))
        let all: [InsightID] = try transaction.all(
            "SELECT insight_id FROM reminders WHERE user_id = $1", .id(user)
        ) { try $0.next() }
        for insight in all where !visible.contains(insight) { try delete(of: insight, for: user, transaction) }
    }

    private static func count(of user: UserID, _ reader: Reader) throws -> Int {
        try reader.first("SELECT COUNT(*) FROM reminders WHERE user_id = $1", .id(user)) { try $0.next() } ?? 0
    }

    // MARK: Firing

    /// Reminders to look at now, the most overdue first.
    static func due(at now: Timestamp, limit: Int, _ reader: Reader) throws -> [StoredReminder] {
        try reader.all(
            SQL("SELECT \(columns) FROM reminders WHERE due_at <= $1 ORDER BY due_at LIMIT $2"), .time(now),
            .integer(limit), body: reminder)
    }

    /// When the next is to be looked at.
    static func nextDue(_ reader: Reader) throws -> Timestamp? {
        try reader.first("SELECT due_at FROM reminders ORDER BY due_at LIMIT 1") { try $0.next() }
    }

    /// Notes that a reminder fired, and when it is deleted.
    static func fire(
        _ reminder: StoredReminder, at now: Timestamp, deletedAt: Timestamp, _ transaction: Transaction
    ) throws {
        try transaction.run(
            "UPDATE reminders SET fired_at = $3, due_at = $4 WHERE user_id = $1 AND insight_id = $2",
            .id(reminder.user), .id(reminder.insight), .time(now), .time(deletedAt))
    }

    /// Looks at a reminder again later.
    static func postpone(_ reminder: StoredReminder, until time: Timestamp, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE reminders SET due_at = $3 WHERE user_id = $1 AND insight_id = $2", .id(reminder.user),
            .id(reminder.insight), .time(time))
    }

    private static func reminder(_ row: inout Row) throws -> StoredReminder {
        StoredReminder(
            user: try row.next(), insight: try row.next(), at: try row.next(), firedAt: try row.next())
    }
}
