import GRDB
import NexusCore

extension LocalStore {
    /// Messages of a conversation with attachments that were not deleted, ascending.
    func messagesWithAttachments(in conversation: ConversationID) throws(ClientError) -> [Message] {
        try reading { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Message.columns) FROM message
                    WHERE conversation = ? AND attachments IS NOT NULL AND deletedAt IS NULL ORDER BY seq
                    """)
            return try Row.fetchAll(statement, arguments: [conversation]).map { Message($0) }
        }
    }
}
