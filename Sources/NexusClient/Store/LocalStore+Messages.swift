import GRDB
import NexusCore

extension LocalStore {
    /// Messages of a conversation just before `seq`, or the newest; ascending, at most `limit`.
    public func messages(
        in conversation: ConversationID, before seq: Seq = .max, limit: Int = Limits.defaultPageMessages
    ) throws(ClientError) -> [Message] {
        try reading { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Message.columns) FROM message WHERE conversation = ? AND seq < ?
                    ORDER BY seq DESC LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [conversation, seq, limit]).reversed().map { Message($0) }
        }
    }

    /// Messages of a conversation from `seq` on, ascending.
    public func messages(in conversation: ConversationID, from seq: Seq) throws(ClientError) -> [Message] {
        try reading { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(Message.columns) FROM message WHERE conversation = ? AND seq >= ? ORDER BY seq")
            return try Row.fetchAll(statement, arguments: [conversation, seq]).map { Message($0) }
        }
    }

    /// Messages on both sides of `seq`, itself included; ascending, about `limit`.
    public func messages(
        in conversation: ConversationID, around seq: Seq, limit: Int = Limits.defaultPageMessages
    ) throws(ClientError) -> [Message] {
        let older = try messages(in: conversation, before: seq, limit: limit / 2)
        return try reading { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Message.columns) FROM message WHERE conversation = ? AND seq >= ? ORDER BY seq LIMIT ?
                    """)
            let newer = try Row.fetchAll(statement, arguments: [conversation, seq, limit - older.count])
            return older + newer.map { Message($0) }
        }
    }

    /// Messages whose last change is after `seq`, ascending by position.
    public func messages(in conversation: ConversationID, changedAfter seq: Seq) throws(ClientError) -> [Message] {
        try reading { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(Message.columns) FROM message WHERE conversation = ? AND changed > ? ORDER BY seq")
            return try Row.fetchAll(statement, arguments: [conversation, seq]).map { Message($0) }
        }
    }

    /// Pinned messages of a conversation on this device.
    func pinned(in conversation: ConversationID) throws(ClientError) -> [Message] {
        try reading { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(Message.columns) FROM message WHERE conversation = ? AND pinnedAt IS NOT NULL")
            return try Row.fetchAll(statement, arguments: [conversation]).map { Message($0) }.pinned
        }
    }

    /// The message with that identifier, if it is on this device.
    public func message(_ id: MessageID) throws(ClientError) -> Message? {
        try reading { db in
            let statement = try db.cachedStatement(sql: "SELECT \(Message.columns) FROM message WHERE id = ?")
            return try Row.fetchOne(statement, arguments: [id]).map { Message($0) }
        }
    }

    /// The user's own messages written or deleted at `since` or later, ascending by time of writing; if more than
    /// `limit`, the newest. Scans all messages.
    func ownMessages(since: Timestamp, limit: Int) throws(ClientError) -> [Message] {
        try reading { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Message.columns) FROM message
                    WHERE sender = (SELECT user FROM account) AND event IS NULL AND (writtenAt >= ? OR deletedAt >= ?)
                    ORDER BY writtenAt DESC, id DESC LIMIT ?
                    """, arguments: [since, since, limit]
            ).reversed().map { Message($0) }
        }
    }

    /// The originals of these replies and of queued ones that are on this device, except those among `messages`.
    func originals(of messages: [Message], _ outbox: [OutboxEntry]) throws(ClientError) -> [Message] {
        var wanted = Set(messages.compactMap(\.replyTo) + outbox.compactMap(\.replyTo))
        guard !wanted.isEmpty else { return [] }
        for message in messages { wanted.remove(message.id) }
        var originals: [Message] = []
        for id in wanted { if let message = try message(id) { originals.append(message) } }
        return originals
    }

    /// Every operation that waits, was refused or whose change has yet to arrive, in the order they were written.
    public func outbox() throws(ClientError) -> [OutboxEntry] {
        try reading { try LocalStore.outbox($0) }
    }

    /// The number of stored operations that this version cannot read, as after a return to an earlier one. They are neither
    /// sent nor listed, and stay until the profile is removed.
    public func unreadableOperations() throws(ClientError) -> Int {
        try reading { db in
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox") ?? 0
            return count - (try LocalStore.outbox(db).count)
        }
    }
}
