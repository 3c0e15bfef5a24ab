import GRDB
import NexusCore

extension LocalStore {
    /// Messages of a conversation with attachments, before a position, the newest first.
    func messagesWithMedia(
        in conversation: ConversationID, before seq: Seq, limit: Int
    ) throws(ClientError) -> [Message] {
        try reading { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Message.columns) FROM message
                    WHERE conversation = ? AND seq < ? AND attachments IS NOT NULL AND deletedAt IS NULL
                    ORDER BY seq DESC LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [conversation, seq, limit]).map { Message($0) }
        }
    }
}
