import NexusCore
import NexusDatabase

/// A reminder that a device is to show.
struct ReminderPush: Equatable, Sendable {
    var endpoint: PushEndpointID
    var insight: InsightID
    var dueAt: Timestamp
    var expiresAt: Timestamp
    /// Attempts that failed in a row.
    var attempts: Int
}

/// The SQL of the queue of reminders, beside that of messages: a device shows each on its own.
enum ReminderPushRepository {
    private static let columns = "p.endpoint_id, p.insight_id, p.due_at, p.expires_at, p.attempts"

    /// Queues a reminder for all devices of a person.
    static func want(
        _ insight: InsightID, for user: UserID, dueAt: Timestamp, expiresAt: Timestamp, _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO reminder_pushes (endpoint_id, insight_id, due_at, expires_at, attempts)
            SELECT id, $2, $3, $4, 0 FROM push_endpoints WHERE user_id = $1
            ON CONFLICT (endpoint_id, insight_id) DO UPDATE SET due_at = excluded.due_at,
                expires_at = excluded.expires_at, attempts = 0
            """, .id(user), .id(insight), .time(dueAt), .time(expiresAt))
    }

    /// What is due of a service, the most overdue first, with its device; not of sessions that have ended.
    static func due(
        _ service: PushEndpoint.Service, at now: Timestamp, limit: Int, in reader: Reader
    ) throws -> [(ReminderPush, PushEndpoint)] {
        try reader.all(
            SQL(
                """
                SELECT \(columns), \(PushEndpointRepository.columns) FROM reminder_pushes AS p
                    JOIN push_endpoints AS e ON e.id = p.endpoint_id JOIN sessions AS s ON s.id = e.session_id
                WHERE p.due_at <= $1 AND e.service = $3 ORDER BY p.due_at LIMIT $2
                """), .time(now), .integer(limit), .text(service.rawValue)
        ) { (try push(&$0), try PushEndpointRepository.endpoint(&$0)) }
    }

    /// When the next of a service is due that was not by `time`.
    static func nextDue(_ service: PushEndpoint.Service, after time: Timestamp, in reader: Reader) throws -> Timestamp?
    {
        try reader.first(
            """
            SELECT p.due_at FROM reminder_pushes AS p JOIN push_endpoints AS e ON e.id = p.endpoint_id
                JOIN sessions AS s ON s.id = e.session_id
            WHERE p.due_at > $2 AND e.service = $1 ORDER BY p.due_at LIMIT 1
            """, .text(service.rawValue), .time(time)
        ) { try $0.next() }
    }

    static func waiting(in reader: Reader) throws -> (count: Int64, oldest: Timestamp?) {
        try reader.first("SELECT COUNT(*), MIN(due_at) FROM reminder_pushes") { (try $0.next(), try $0.next()) }
            ?? (0, nil)
    }

    /// The device was told, or need not be. A reminder that was set again and fired meanwhile stays.
    static func settle(_ push: ReminderPush, _ transaction: Transaction) throws {
        try transaction.run(
            "DELETE FROM reminder_pushes WHERE endpoint_id = $1 AND insight_id = $2 AND due_at = $3",
            .id(push.endpoint), .id(push.insight), .time(push.dueAt))
    }

    static func postpone(_ push: ReminderPush, until due: Timestamp, _ transaction: Transaction) throws {
        try transaction.run(
            """
            UPDATE reminder_pushes SET attempts = attempts + 1, due_at = $4
            WHERE endpoint_id = $1 AND insight_id = $2 AND due_at = $3
            """, .id(push.endpoint), .id(push.insight), .time(push.dueAt), .time(due))
    }

    private static func push(_ row: inout Row) throws -> ReminderPush {
        ReminderPush(
            endpoint: try row.next(), insight: try row.next(), dueAt: try row.next(), expiresAt: try row.next(),
            attempts: try row.next())
    }
}
