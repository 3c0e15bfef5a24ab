import NexusCore
import NexusDatabase

/// What a device is to show of a conversation: one row for any number of messages.
struct QueuedPush: Equatable, Sendable {
    var endpoint: PushEndpointID
    var conversation: ConversationID
    /// The newest message to show; 0 to remove what is shown.
    var wanted: Seq
    /// The newest message that the device was told of; 0 for none.
    var shown: Seq
    var isUrgent: Bool
    var expiresAt: Timestamp
    /// Attempts that failed in a row.
    var attempts: Int
    /// Counts up with each change of what is wanted: an older push does not settle a newer one.
    var version: Int64
}

/// The SQL of the queue of push notifications.
enum PushQueueRepository {
    private static let columns = """
        p.endpoint_id, p.conversation_id, p.wanted, p.shown, p.is_urgent, p.expires_at, p.attempts, p.version
        """

    /// Queues a message for a device, together with those that wait. The earlier due time counts, unless attempts failed.
    static func want(
        _ seq: Seq, of conversation: ConversationID, on endpoint: PushEndpointID, isUrgent: Bool, dueAt: Timestamp,
        expiresAt: Timestamp, _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO pushes (endpoint_id, conversation_id, wanted, shown, is_urgent, due_at, expires_at, attempts, version)
            VALUES ($1, $2, $3, 0, $4, $5, $6, 0, 1)
            ON CONFLICT (endpoint_id, conversation_id) DO UPDATE SET wanted = excluded.wanted,
                is_urgent = CASE WHEN pushes.due_at IS NULL THEN excluded.is_urgent
                    ELSE MAX(pushes.is_urgent, excluded.is_urgent) END,
                due_at = CASE WHEN pushes.due_at IS NULL OR pushes.attempts = 0 AND excluded.due_at < pushes.due_at
                    THEN excluded.due_at ELSE pushes.due_at END,
                expires_at = excluded.expires_at, version = pushes.version + 1
            WHERE excluded.wanted > pushes.wanted
            """, .id(endpoint), .id(conversation), .integer(seq), .flag(isUrgent), .time(dueAt), .time(expiresAt))
    }

    /// The rows of a conversation that concern messages which are no longer to be shown: read, or not the user's any more.
    static func outdated(in conversation: ConversationID, _ reader: Reader) throws -> [QueuedPush] {
        try reader.all(
            SQL(
                """
                SELECT \(columns) FROM pushes AS p LEFT JOIN push_endpoints AS e ON e.id = p.endpoint_id
                    LEFT JOIN members AS m ON m.conversation_id = p.conversation_id AND m.user_id = e.user_id
                WHERE p.conversation_id = $1 AND (p.wanted > 0 OR p.shown > 0)
                    AND (m.user_id IS NULL OR m.has_left = 1 OR m.read_seq >= MAX(p.wanted, p.shown))
                """), .id(conversation), body: push)
    }

    /// Removes what a device shows of a conversation, as soon as it can be told; drops what it was not told of yet. A no-op if something newer
    /// is wanted since `push` was read.
    static func withdraw(_ push: QueuedPush, at now: Timestamp, _ transaction: Transaction) throws {
        guard push.shown > 0 else {
            try transaction.run(
                "DELETE FROM pushes WHERE endpoint_id = $1 AND conversation_id = $2 AND version = $3",
                .id(push.endpoint), .id(push.conversation), .integer(push.version))
            return
        }
        try transaction.run(
            """
            UPDATE pushes SET wanted = 0, is_urgent = 0, due_at = $3, expires_at = $4, attempts = 0, version = version + 1
            WHERE endpoint_id = $1 AND conversation_id = $2 AND wanted > 0 AND version = $5
            """, .id(push.endpoint), .id(push.conversation), .time(now), .time(now.advanced(by: PushPace.life)),
            .integer(push.version))
    }

    /// Devices that show a message which was deleted are told again: of an earlier one, or of none. Returns whether there are any.
    static func showAgain(
        in conversation: ConversationID, at now: Timestamp, _ transaction: Transaction
    ) throws -> Bool {
        try transaction.count(
            """
            UPDATE pushes SET due_at = $2, expires_at = $3, version = version + 1
            WHERE conversation_id = $1 AND due_at IS NULL AND shown > 0 AND EXISTS (
                SELECT 1 FROM messages AS m WHERE m.conversation_id = pushes.conversation_id AND m.seq = pushes.shown
                    AND m.deleted_at IS NOT NULL)
            """, .id(conversation), .time(now), .time(now.advanced(by: PushPace.life))) > 0
    }

    /// Whether the message that a device shows is still there, and still unread by the device's user.
    static func isUnread(_ push: QueuedPush, by user: UserID, _ reader: Reader) throws -> Bool {
        try reader.first(
            """
            SELECT 1 FROM members AS m JOIN messages AS x ON x.conversation_id = m.conversation_id AND x.seq = $3
            WHERE m.conversation_id = $1 AND m.user_id = $2 AND m.has_left = 0 AND m.read_seq < $3
                AND x.deleted_at IS NULL
            """, .id(push.conversation), .id(user), .integer(push.shown)
        ) { _ in true } ?? false
    }

    /// What is due of a service, the most overdue first, with its device; not of sessions that have ended.
    static func due(
        _ service: PushEndpoint.Service, at now: Timestamp, limit: Int, in reader: Reader
    ) throws -> [(QueuedPush, PushEndpoint)] {
        try reader.all(
            SQL(
                """
                SELECT \(columns), \(PushEndpointRepository.columns) FROM pushes AS p
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
            SELECT p.due_at FROM pushes AS p JOIN push_endpoints AS e ON e.id = p.endpoint_id
                JOIN sessions AS s ON s.id = e.session_id
            WHERE p.due_at > $2 AND e.service = $1 ORDER BY p.due_at LIMIT 1
            """, .text(service.rawValue), .time(time)
        ) { try $0.next() }
    }

    static func waiting(in reader: Reader) throws -> (count: Int64, oldest: Timestamp?) {
        try reader.first("SELECT COUNT(*), MIN(due_at) FROM pushes WHERE due_at IS NOT NULL") {
            (try $0.next(), try $0.next())
        } ?? (0, nil)
    }

    /// The device was told, or need not be: it shows `shown`, unless something newer is wanted by now. What was withdrawn while it was on its
    /// way is removed from the device.
    static func settle(_ push: QueuedPush, shown: Seq, at now: Timestamp, _ transaction: Transaction) throws {
        // A row that was withdrawn and came back begins with the first version again.
        let known = try transaction.count(
            """
            UPDATE pushes SET shown = $3, attempts = 0,
                wanted = CASE WHEN version = $4 AND wanted = $5 THEN $3 ELSE wanted END,
                due_at = CASE WHEN version = $4 AND wanted = $5 THEN NULL ELSE due_at END
            WHERE endpoint_id = $1 AND conversation_id = $2
            """, .id(push.endpoint), .id(push.conversation), .integer(shown), .integer(push.version),
            .integer(push.wanted))
        if known == 0, shown > 0 {
            try transaction.run(
                """
                INSERT INTO pushes (endpoint_id, conversation_id, wanted, shown, is_urgent, due_at, expires_at, attempts, version)
                SELECT id, $2, 0, $3, 0, $4, $5, 0, 1 FROM push_endpoints WHERE id = $1
                """, .id(push.endpoint), .id(push.conversation), .integer(shown), .time(now),
                .time(now.advanced(by: PushPace.life)))
        }
        try transaction.run(
            """
            DELETE FROM pushes WHERE endpoint_id = $1 AND conversation_id = $2 AND due_at IS NULL AND shown = 0
            """, .id(push.endpoint), .id(push.conversation))
    }

    static func postpone(_ push: QueuedPush, until due: Timestamp, _ transaction: Transaction) throws {
        try transaction.run(
            """
            UPDATE pushes SET attempts = attempts + 1, due_at = $3
            WHERE endpoint_id = $1 AND conversation_id = $2 AND due_at IS NOT NULL
            """, .id(push.endpoint), .id(push.conversation), .time(due))
    }

    private static func push(_ row: inout Row) throws -> QueuedPush {
        QueuedPush(
            endpoint: try row.next(), conversation: try row.next(), wanted: try row.next(), shown: try row.next(),
            isUrgent: try row.next(), expiresAt: try row.next(), attempts: try row.next(), version: try row.next())
    }
}
