import NexusCore
import NexusDatabase

/// The SQL of messages and of the operations that have been carried out.
enum MessageRepository {
    /// The columns that ``message(_:)-(Row)`` reads.
    static let columns = """
        id, conversation_id, seq, changed, sender_id, text, mentions, attachments, written_at, edited_at, deleted_at, reply_to, \
        reactions, pinned_by, pinned_at, forward
        """

    /// Writes a message unless its identifier exists; returns whether it did.
    static func insert(_ message: Message, at now: Timestamp, _ transaction: Transaction) throws -> Bool {
        try transaction.insert(
            """
            INSERT INTO messages (conversation_id, seq, id, sender_id, text, written_at, posted_at, changed, reply_to,
                attachments, mentions, forward)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $2, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING
            """, .id(message.conversation), .integer(message.seq), .id(message.id), .id(message.sender),
            .text(message.text), .time(message.writtenAt), .time(now), .optional(message.replyTo),
            stored(message.attachments), .optional(message.mentions.stored),
            .optional(message.forward?.stored))
    }

    /// The success that posting a message had, for its sender in its conversation alone.
    static func posting(
        _ id: OperationID, by user: UserID, in conversation: ConversationID, _ transaction: Reader
    ) throws -> Acknowledgement? {
        try transaction.first(
            "SELECT seq, posted_at FROM messages WHERE id = $1 AND sender_id = $2 AND conversation_id = $3", .id(id),
            .id(user), .id(conversation)
        ) { row in
            Acknowledgement(operation: id, seq: try row.next(), at: try row.next())
        }
    }

    private static let messageOfID = SQL("SELECT \(columns) FROM messages WHERE id = $1")

    static func message(_ id: MessageID, in transaction: Reader) throws -> Message? {
        try transaction.first(messageOfID, .id(id), body: message)
    }

    /// Writes a message's present state over its row.
    static func update(_ message: Message, _ transaction: Transaction) throws {
        try transaction.run(
            """
            UPDATE messages SET text = $3, changed = $4, edited_at = $5, deleted_at = $6, reply_to = $7, attachments = $8,
                reactions = $9, mentions = $10, pinned_by = $11, pinned_at = $12, forward = $13
            WHERE conversation_id = $1 AND seq = $2
            """, .id(message.conversation), .integer(message.seq), .text(message.text), .integer(message.changed),
            .optional(message.editedAt?.milliseconds), .optional(message.deletedAt?.milliseconds),
            .optional(message.replyTo), stored(message.attachments), .optional(message.reactions.stored),
            .optional(message.mentions.stored), .optional(message.pin?.user), .optional(message.pin?.at.milliseconds),
            .optional(message.forward?.stored))
    }

    private static let pinnedInConversation = SQL(
        """
        SELECT \(columns) FROM messages WHERE conversation_id = $1 AND pinned_at IS NOT NULL
        ORDER BY pinned_at DESC, seq DESC LIMIT $2
        """)

    /// The pinned messages, the one that was pinned last first.
    static func pinned(in id: ConversationID, _ reader: Reader) throws -> [Message] {
        try reader.all(pinnedInConversation, .id(id), .integer(Limits.pins), body: message)
    }

    static func pinnedCount(in id: ConversationID, _ reader: Reader) throws -> Int {
        try reader.first(
            "SELECT COUNT(*) FROM messages WHERE conversation_id = $1 AND pinned_at IS NOT NULL", .id(id)
        ) { try $0.next() } ?? 0
    }

    /// The original result of an operation, and its user.
    static func operation(
        _ id: OperationID, in transaction: Reader
    ) throws -> (user: UserID, acknowledgement: Acknowledgement)? {
        try transaction.first("SELECT user_id, seq, at FROM operations WHERE id = $1", .id(id)) { row in
            (try row.next(), Acknowledgement(operation: id, seq: try row.next(), at: try row.next()))
        }
    }

    /// - Parameter isDraft: whether it changes a draft alone.
    static func insertOperation(
        _ acknowledgement: Acknowledgement, by user: UserID, isDraft: Bool, _ transaction: Transaction
    ) throws {
        try transaction.run(
            isDraft
                ? "INSERT INTO operations (id, user_id, seq, at, is_draft) VALUES ($1, $2, $3, $4, 1)"
                : "INSERT INTO operations (id, user_id, seq, at) VALUES ($1, $2, $3, $4)",
            .id(acknowledgement.operation), .id(user), .integer(acknowledgement.seq), .time(acknowledgement.at))
    }

    /// Whether there are records of operations from before `cut`.
    static func hasOperations(before cut: Timestamp, areDrafts: Bool, in reader: Reader) throws -> Bool {
        try reader.first(
            "SELECT 1 FROM operations WHERE is_draft = $1 AND at < $2 LIMIT 1", .integer(areDrafts ? 1 : 0), .time(cut)
        ) { _ in true } ?? false
    }

    /// Deletes the oldest records of operations from before `cut`; returns their number.
    static func deleteOperations(
        before cut: Timestamp, areDrafts: Bool, limit: Int, _ transaction: Transaction
    ) throws -> Int {
        try transaction.all(
            """
            DELETE FROM operations WHERE id IN (
                SELECT id FROM operations WHERE is_draft = $1 AND at < $2 ORDER BY at LIMIT $3)
            RETURNING seq
            """, .integer(areDrafts ? 1 : 0), .time(cut), .integer(limit)
        ) { _ in true }.count
    }

    /// A message's attachments as JSON; null without any, as usual.
    private static func stored(_ attachments: [Attachment]) -> SQLValue {
        attachments.isEmpty ? .null : .text(String(decoding: attachments.json, as: UTF8.self))
    }

    /// Reads ``columns``.
    static func message(_ row: inout Row) throws -> Message {
        Message(
            id: try row.next(), conversation: try row.next(), seq: try row.next(), changed: try row.next(),
            sender: try row.next(), text: try row.next(), mentions: try row.mentions(),
            attachments: try row.attachments(), writtenAt: try row.next(), editedAt: try row.next(),
            deletedAt: try row.next(), replyTo: try row.next(), reactions: try row.reactions(), pin: try pin(&row),
            forward: try row.forward())
    }

    /// Reads `pinned_by, pinned_at`.
    private static func pin(_ row: inout Row) throws -> Pin? {
        let (user, at): (UserID?, Timestamp) = (try row.next(), try row.next())
        return user.map { Pin(user: $0, at: at) }
    }
}
