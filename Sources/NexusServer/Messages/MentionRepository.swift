import NexusCore
import NexusDatabase

/// The SQL of mentions. Mentions of oneself do not count.
enum MentionRepository {
    /// Follows a post, an edit or a deletion.
    /// - Parameter before: the previous mentions.
    static func replace(_ before: [Mention], by message: Message, _ transaction: Transaction) throws {
        guard !before.isEmpty || !message.mentions.isEmpty else { return }
        let old = people(before, besides: message.sender)
        let new = people(message.mentions, besides: message.sender)
        for user in old.subtracting(new).sorted() {
            try transaction.run(
                "DELETE FROM mentions WHERE user_id = $1 AND conversation_id = $2 AND seq = $3", .id(user),
                .id(message.conversation), .integer(message.seq))
        }
        for user in new.subtracting(old).sorted() {
            try transaction.run(
                """
                INSERT INTO mentions (user_id, conversation_id, seq) VALUES ($1, $2, $3)
                ON CONFLICT (user_id, conversation_id, seq) DO NOTHING
                """, .id(user), .id(message.conversation), .integer(message.seq))
        }
    }

    private static let unreadOfUser = SQL(
        """
        SELECT COUNT(*) FROM (SELECT 1 FROM mentions AS n
                JOIN messages AS m ON m.conversation_id = n.conversation_id AND m.seq = n.seq
                LEFT JOIN settings AS own ON own.user_id = n.user_id AND own.conversation_id = n.conversation_id
            WHERE n.user_id = $1 AND n.conversation_id = $2 AND n.seq > $3 AND \(UserSettingsRepository.shows("n.seq"))
                AND NOT EXISTS (SELECT 1 FROM relations AS r
                    WHERE r.user_id = $1 AND r.other_id = m.sender_id AND r.is_blocked = 1)
            LIMIT $4) AS bounded
        """)

    /// Messages after `seq` that mention a user, counted up to `limit`: without blocked senders and messages deleted
    /// for the user.
    static func count(of user: UserID, in id: ConversationID, after seq: Seq, limit: Int, _ reader: Reader) throws
        -> Int
    {
        try reader.first(unreadOfUser, .id(user), .id(id), .integer(seq), .integer(limit)) { try $0.next() } ?? 0
    }

    private static func people(_ mentions: [Mention], besides sender: UserID) -> Set<UserID> {
        Set(mentions.map(\.user)).subtracting([sender])
    }
}
