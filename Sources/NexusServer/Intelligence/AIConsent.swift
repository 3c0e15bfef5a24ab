import NexusCore
import NexusDatabase

/// The conversations that AI may read. Search by meaning, insights, assistants and the gateway to the language model
/// all check here.
enum AIConsent {
    /// An SQL condition: true for a row of `conversations AS c` that AI may read.
    static let condition = "c.allows_ai = 1"

    static func allows(_ conversation: ConversationID, _ reader: Reader) throws -> Bool {
        try reader.first("SELECT allows_ai FROM conversations WHERE id = $1", .id(conversation)) { try $0.next() }
            ?? false
    }

    /// Whether a user wants AI at all.
    static func isWanted(by user: UserID, _ reader: Reader) throws -> Bool {
        try reader.first("SELECT shows_ai FROM users WHERE id = $1", .id(user)) { try $0.next() } ?? false
    }

    private static let readableMessage = SQL(
        """
        SELECT 1 FROM messages AS m JOIN conversations AS c ON c.id = m.conversation_id
            JOIN members AS p ON p.conversation_id = c.id AND p.user_id = $2 AND p.has_left = 0
            LEFT JOIN settings AS own ON own.user_id = $2 AND own.conversation_id = c.id
        WHERE m.id = $1 AND m.deleted_at IS NULL AND c.allows_ai = 1 AND \(UserSettingsRepository.shows("m.seq"))
            AND NOT EXISTS (SELECT 1 FROM relations AS r
                WHERE r.user_id = $2 AND r.other_id = m.sender_id AND r.is_blocked = 1)
        """)

    /// The messages that may be used for a user's answers: they exist, the user is a member, has neither deleted them
    /// for themself nor blocked the sender, and AI may read the conversation.
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
