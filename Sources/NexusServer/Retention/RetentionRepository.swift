import NexusCore
import NexusDatabase

/// The SQL of how long messages stay.
enum RetentionRepository {
    /// A conversation with messages that are too old.
    struct Due: Sendable {
        var conversation: ConversationID
        /// Messages up to there are looked through.
        var through: Seq
        /// Messages from before are too old.
        var cut: Timestamp
    }

    /// The days of a conversation's own rule; 0 for none.
    static func days(of id: ConversationID, in reader: Reader) throws -> Int {
        try reader.first("SELECT retention_days FROM conversations WHERE id = $1", .id(id)) {
            try $0.next(Int?.self)
        }.flatMap(\.self) ?? 0
    }

    static func setDays(_ days: Int, of id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE conversations SET retention_days = $2 WHERE id = $1", .id(id),
            .optional(days == 0 ? nil : Int64(days)))
    }

    /// Conversations whose next message is too old by the rule of the server or their own, whichever is shorter.
    static func due(at now: Timestamp, serverDays: Int?, limit: Int, in reader: Reader) throws -> [Due] {
        try reader.all(
            """
            SELECT id, through_seq, cut FROM (
                SELECT c.id AS id, COALESCE(p.through_seq, 0) AS through_seq,
                    $1 - 86400000 * MIN(COALESCE(c.retention_days, $2), COALESCE($2, c.retention_days)) AS cut
                FROM conversations AS c LEFT JOIN retention_progress AS p ON p.conversation_id = c.id
                WHERE c.retention_days IS NOT NULL OR $2 IS NOT NULL) AS ruled
            WHERE (SELECT posted_at FROM messages AS m WHERE m.conversation_id = ruled.id AND m.seq > ruled.through_seq
                ORDER BY m.seq LIMIT 1) < cut LIMIT $3
            """, .time(now), .optional(serverDays.map(Int64.init)), .integer(limit)
        ) { row in
            Due(conversation: try row.next(), through: try row.next(), cut: try row.next())
        }
    }

    /// The next messages of a conversation that are too old, deleted ones among them, ascending.
    static func old(_ due: Due, limit: Int, in reader: Reader) throws -> [(id: MessageID, seq: Seq)] {
        let next = try reader.all(
            """
            SELECT id, seq, posted_at FROM messages WHERE conversation_id = $1 AND seq > $2 ORDER BY seq LIMIT $3
            """, .id(due.conversation), .integer(due.through), .integer(limit)
        ) { row -> (id: MessageID, seq: Seq, at: Timestamp) in (try row.next(), try row.next(), try row.next()) }
        return next.prefix { $0.at < due.cut }.map { ($0.id, $0.seq) }
    }

    static func setThrough(_ seq: Seq, of id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO retention_progress (conversation_id, through_seq) VALUES ($1, $2)
            ON CONFLICT (conversation_id) DO UPDATE SET through_seq = MAX(retention_progress.through_seq, excluded.through_seq)
            """, .id(id), .integer(seq))
    }
}
