import NexusCore
import NexusDatabase

extension Schema {
    /// `removed_by` is the owner or admin who removed the user; null for members, and for users who left.
    static let removals = Migration("removals") { transaction in
        try transaction.script("ALTER TABLE members ADD COLUMN removed_by {blob};")
        try readRemovals(transaction)
    }

    /// Takes removals from before the column from the events of the groups.
    static func readRemovals(_ transaction: Transaction) throws {
        try transaction.rows("SELECT conversation_id, user_id, event FROM events ORDER BY conversation_id, seq") {
            row in
            let (conversation, actor): (ConversationID, UserID) = (try row.next(), try row.next())
            guard let event = try? GroupEvent.decode(try row.next(String.self)) else { return }
            let (users, remover): ([UserID], UserID?) =
                switch event.kind {
                case .removed: (event.users, actor)
                case .added: (event.users, nil)
                case .left: ([actor], nil)
                default: ([], nil)
                }
            for user in users {
                try transaction.run(
                    """
                    UPDATE members SET removed_by = $3 WHERE conversation_id = $1 AND user_id = $2 AND has_left = 1
                    """, .id(conversation), .id(user), .optional(remover))
            }
        }
    }
}
