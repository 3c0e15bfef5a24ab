import NexusCore
import NexusDatabase

/// Which conversations artificial intelligence may read. Whatever reads messages for it asks here: search by meaning, insights, assistants,
/// and the gateway to the language model once more.
enum AIConsent {
    /// A condition of SQL: true for a conversation of the table `conversations AS c` that may be read.
    static let condition = "c.allows_ai = 1"

    static func allows(_ conversation: ConversationID, _ reader: Reader) throws -> Bool {
        try reader.first("SELECT allows_ai FROM conversations WHERE id = $1", .id(conversation)) { $0.flag(0) } ?? false
    }

    /// Whether somebody wants artificial intelligence at all: not where they hide what it offers.
    static func isWanted(by user: UserID, _ reader: Reader) throws -> Bool {
        try reader.first("SELECT shows_ai FROM users WHERE id = $1", .id(user)) { $0.flag(0) } ?? false
    }

    private static let readableMessage = SQL(
        """
        SELECT 1 FROM messages AS m JOIN conversations AS c ON c.id = m.conversation_id
            JOIN members AS p ON p.conversation_id = c.id AND p.user_id = $2 AND p.has_left = 0
            LEFT JOIN settings AS own ON own.user_id = $2 AND own.conversation_id = c.id
        WHERE m.id = $1 AND m.deleted_at IS NULL AND c.allows_ai = 1 AND \(OwnRepository.shows("m.seq"))
            AND NOT EXISTS (SELECT 1 FROM relations AS r
                WHERE r.user_id = $2 AND r.other_id = m.sender_id AND r.is_blocked = 1)
        """)

    /// Which of these messages a person may have answered from: they are a member, have not deleted it for themself, nor
    /// blocked who wrote it, the message is there, and its conversation may be read by artificial intelligence.
    static func readable(
        _ messages: some Sequence<MessageID>, by user: UserID, _ reader: Reader
    ) throws -> Set<MessageID> {
        var readable: Set<MessageID> = []
        for message in Set(messages) {
            if try reader.first(readableMessage, .id(message), .id(user), body: { _ in true }) == true {
                readable.insert(message)
            }
        }
        return readable
    }
}
