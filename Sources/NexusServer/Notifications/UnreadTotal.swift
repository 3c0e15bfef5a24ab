import NexusCore
import NexusDatabase

/// The number on the badge of a user's devices.
enum UnreadTotal {
    /// Counted no further.
    static let limit = 100
    /// Conversations with unread messages that are counted, at most.
    private static let conversations = 200

    /// Unread messages of conversations that are not muted, and mentions in the others.
    static func of(_ user: UserID, at now: Timestamp, in reader: Reader) throws -> Int {
        let rows = try reader.all(
            """
            SELECT m.conversation_id, m.read_seq, COALESCE(own.muted_until, 0) FROM members AS m
            JOIN conversations AS c ON c.id = m.conversation_id
            LEFT JOIN settings AS own ON own.user_id = m.user_id AND own.conversation_id = m.conversation_id
            WHERE m.user_id = $1 AND m.has_left = 0 AND c.head > m.read_seq ORDER BY c.changed_at DESC LIMIT $2
            """, .id(user), .integer(conversations)
        ) { row in
            (
                id: try row.next(ConversationID.self), read: try row.next(Seq.self),
                mutedUntil: try row.next(Timestamp.self)
            )
        }
        var total = 0
        for row in rows where total < limit {
            let isMuted = ConversationSettings(conversation: row.id, mutedUntil: row.mutedUntil).isMuted(at: now)
            total +=
                try isMuted
                ? MentionRepository.count(of: user, in: row.id, after: row.read, limit: limit, reader)
                : HistoryRepository.unread(in: row.id, after: row.read, for: user, limit: limit, reader)
        }
        return min(total, limit)
    }
}
