import GRDB
import NexusCore

/// Pages of a conversation's history for an open chat.
extension LocalStore {
    /// The stored messages just before `seq`, or the newest.
    func page(
        in conversation: ConversationID, before seq: Seq? = nil, limit: Int = Limits.defaultPageMessages
    ) throws(ClientError) -> HeldPage {
        let messages = try messages(in: conversation, before: seq ?? .max, limit: limit)
        return try page(messages, isOldest: messages.count < limit, isNewest: seq == nil)
    }

    /// The stored messages just after `seq`.
    func page(
        in conversation: ConversationID, after seq: Seq, limit: Int = Limits.defaultPageMessages
    ) throws(ClientError) -> HeldPage {
        let messages = try messages(in: conversation, from: seq &+ 1, limit: limit)
        return try page(messages, isOldest: false, isNewest: messages.count < limit)
    }

    /// The stored messages on both sides of `seq`, itself included; at most `limit` on each.
    func page(
        in conversation: ConversationID, around seq: Seq, limit: Int = Limits.defaultPageMessages
    ) throws(ClientError) -> HeldPage {
        let older = try messages(in: conversation, before: seq, limit: limit)
        let newer = try messages(in: conversation, from: seq, limit: limit)
        return try page(older + newer, isOldest: older.count < limit, isNewest: newer.count < limit)
    }

    /// The stored messages from `seq` through `last`, or the newest.
    func page(
        in conversation: ConversationID, from seq: Seq, through last: Seq?
    ) throws(ClientError) -> HeldPage {
        var messages = try messages(in: conversation, from: seq)
        if let last { messages.removeAll { $0.seq > last } }
        let before = try self.messages(in: conversation, before: seq, limit: 1)
        return try page(messages, isOldest: before.isEmpty, isNewest: last == nil)
    }

    private func page(_ messages: [Message], isOldest: Bool, isNewest: Bool) throws(ClientError) -> HeldPage {
        HeldPage(messages, originals: try originals(of: messages, []), isOldest: isOldest, isNewest: isNewest)
    }

    private func messages(
        in conversation: ConversationID, from seq: Seq, limit: Int
    ) throws(ClientError) -> [Message] {
        try reading { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Message.columns) FROM message WHERE conversation = ? AND seq >= ?
                    ORDER BY seq LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [conversation, seq, limit]).map { Message($0) }
        }
    }
}
