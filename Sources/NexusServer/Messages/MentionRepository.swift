import NexusCore
import NexusDatabase

/// The SQL of where people are mentioned. Nobody is counted for mentioning themself.
enum MentionRepository {
    /// Follows a message that was posted, edited or deleted.
    /// - Parameter before: whom it mentioned until now.
    static func replace(_ before: [Mention], by message: Message, _ transaction: Transaction) throws {
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

    /// Messages after `seq` that mention somebody, counted at most to `limit`.
    static func count(of user: UserID, in id: ConversationID, after seq: Seq, limit: Int, _ reader: Reader) throws
        -> Int
    {
        try reader.first(
            """
            SELECT COUNT(*) FROM (SELECT 1 FROM mentions WHERE user_id = $1 AND conversation_id = $2 AND seq > $3
                LIMIT $4) AS bounded
            """, .id(user), .id(id), .integer(seq), .integer(limit)
        ) { $0.int(0) } ?? 0
    }

    private static func people(_ mentions: [Mention], besides sender: UserID) -> Set<UserID> {
        Set(mentions.map(\.user)).subtracting([sender])
    }
}
