import NexusCore
import NexusDatabase

/// The number on the badge of a user's devices.
enum UnreadTotal {
    /// Counted no further.
    static let limit = 100
    /// Conversations with unread messages that are counted, at most.
    private static let conversations = 200

    /// Unread messages of conversations; mentions in those that are muted or archived; 1 for one that is marked as unread. As
    /// `ConversationRow.badge`, and like that without direct conversations with a blocked person.
    static func of(_ user: UserID, at now: Timestamp, in reader: Reader) throws -> Int {
        let rows = try reader.all(
            """
            SELECT m.conversation_id, m.read_seq, COALESCE(own.muted_until, 0), COALESCE(own.archived_through, 0),
                COALESCE(own.is_marked_unread, 0)
            FROM members AS m
            JOIN conversations AS c ON c.id = m.conversation_id
            LEFT JOIN settings AS own ON own.user_id = m.user_id AND own.conversation_id = m.conversation_id
            WHERE m.user_id = $1 AND m.has_left = 0 AND (c.head > m.read_seq OR own.is_marked_unread = 1)
                AND NOT (c.kind = 0 AND EXISTS (
                    SELECT 1 FROM members AS o JOIN relations AS r ON r.user_id = $1 AND r.other_id = o.user_id
                    WHERE o.conversation_id = c.id AND r.is_blocked = 1))
            ORDER BY c.changed_at DESC LIMIT $2
            """, .id(user), .integer(conversations)
        ) { row in
            let id: ConversationID = try row.next()
            let read: Seq = try row.next()
            return (
                read: read,
                settings: ConversationSettings(
                    conversation: id, mutedUntil: try row.next(), archivedThrough: try row.next(),
                    isMarkedUnread: try row.next())
            )
        }
        var total = 0
        for row in rows where total < limit {
            let (id, settings) = (row.settings.conversation, row.settings)
            let isArchived =
                try settings.archivedThrough > 0
                && settings.isArchived(newest: HistoryRepository.newest(in: id, reader), at: now)
            if isArchived || settings.isMuted(at: now) {
                total += try MentionRepository.count(of: user, in: id, after: row.read, limit: limit, reader)
            } else {
                let unread = try HistoryRepository.unread(in: id, after: row.read, for: user, limit: limit, reader)
                total += unread == 0 && settings.isMarkedUnread ? 1 : unread
            }
        }
        return min(total, limit)
    }
}
