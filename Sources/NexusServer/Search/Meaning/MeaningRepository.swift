import NexusCore
import NexusDatabase
import NexusIntelligence

/// The SQL of the vectors of messages.
enum MeaningRepository {
    /// A message to embed.
    struct Due: Sendable {
        var conversation: ConversationID
        var seq: Seq
        var sender: String
        var text: String
    }

    /// An embedded message.
    struct Embedded: Sendable {
        var message: Due
        var vector: CompactVector
        /// For the reader of insights.
        var meaning: MessageMeaning?
    }

    // MARK: Changes of messages

    /// Follows an edit or deletion in its own transaction: the message is no longer found by its earlier meaning.
    /// before.
    static func replace(_ message: Message, _ transaction: Transaction) throws {
        let place: [SQLValue] = [.id(message.conversation), .integer(message.seq)]
        try transaction.run(
            "DELETE FROM message_vectors WHERE conversation_id = $1 AND seq = $2", place[0], place[1])
        try transaction.run(
            "DELETE FROM message_meanings WHERE conversation_id = $1 AND seq = $2", place[0], place[1])
        if message.isDeleted {
            try transaction.run(
                "DELETE FROM meaning_due WHERE conversation_id = $1 AND seq = $2", place[0], place[1])
        } else {
            try transaction.run(
                """
                INSERT INTO meaning_due (conversation_id, seq)
                SELECT conversation_id, $2 FROM meaning_conversations WHERE conversation_id = $1 AND embedded_seq >= $2
                ON CONFLICT (conversation_id, seq) DO NOTHING
                """, place[0], place[1])
        }
        try changed(message.conversation, transaction)
    }

    /// Deletes the vectors of a conversation that may no longer be processed. If it may be again, they are rebuilt.
    static func forget(_ id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM message_vectors WHERE conversation_id = $1", .id(id))
        try transaction.run("DELETE FROM message_meanings WHERE conversation_id = $1", .id(id))
        try transaction.run("DELETE FROM meaning_due WHERE conversation_id = $1", .id(id))
        try transaction.run("UPDATE meaning_conversations SET embedded_seq = 0 WHERE conversation_id = $1", .id(id))
        try changed(id, transaction)
    }

    private static func changed(_ id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE meaning_conversations SET version = meaning_conversations.version + 1 WHERE conversation_id = $1",
            .id(id))
    }

    // MARK: Following

    /// Conversations with unprocessed messages, most recently changed first.
    /// - Parameter version: of what is computed; those of another one are unprocessed.
    static func behind(limit: Int, version: Int64, _ reader: Reader) throws -> [ConversationID] {
        try reader.all(
            """
            SELECT c.id FROM conversations AS c LEFT JOIN meaning_conversations AS p ON p.conversation_id = c.id
            WHERE (p.embedded_seq IS NULL OR p.embedded_seq < c.head OR p.reader <> $2) AND c.allows_ai = 1 ORDER BY c.changed_at DESC LIMIT $1
            """, .integer(limit), .integer(version)
        ) { try $0.next() }
    }

    /// The number of unprocessed changes: messages, and other changes with a `seq`.
    static func remaining(version: Int64, _ reader: Reader) throws -> Int64 {
        try reader.first(
            """
            SELECT COALESCE(SUM(c.head - CASE WHEN p.reader = $1 THEN p.embedded_seq ELSE 0 END), 0) + (SELECT COUNT(*) FROM meaning_due)
            FROM conversations AS c LEFT JOIN meaning_conversations AS p ON p.conversation_id = c.id
            WHERE c.allows_ai = 1
            """, .integer(version)
        ) { try $0.next() } ?? 0
    }

    /// Conversations with messages that were edited since they were embedded.
    static func editedConversations(limit: Int, _ reader: Reader) throws -> [ConversationID] {
        try reader.all(
            """
            SELECT DISTINCT d.conversation_id FROM meaning_due AS d
                JOIN conversations AS c ON c.id = d.conversation_id
                JOIN messages AS m ON m.conversation_id = d.conversation_id AND m.seq = d.seq
                JOIN users AS u ON u.id = m.sender_id
            WHERE c.allows_ai = 1 AND m.deleted_at IS NULL LIMIT $1
            """, .integer(limit)
        ) { try $0.next() }
    }

    /// Messages of a conversation that were edited since they were embedded.
    static func edited(in id: ConversationID, limit: Int, _ reader: Reader) throws -> [Due] {
        guard try AIConsent.allows(id, reader) else { return [] }
        return try reader.all(
            """
            SELECT m.conversation_id, m.seq, u.name, m.text FROM meaning_due AS d
                JOIN messages AS m ON m.conversation_id = d.conversation_id AND m.seq = d.seq
                JOIN users AS u ON u.id = m.sender_id
            WHERE d.conversation_id = $1 AND m.deleted_at IS NULL LIMIT $2
            """, .id(id), .integer(limit), body: due)
    }

    /// The next messages of a conversation, and the `seq` up to which it will have been followed with them.
    static func next(
        in id: ConversationID, limit: Int, version: Int64, _ reader: Reader
    ) throws -> (messages: ReadableRows<Due>, reached: Seq) {
        let after =
            try reader.first(
                "SELECT embedded_seq FROM meaning_conversations WHERE conversation_id = $1 AND reader = $2", .id(id),
                .integer(version)
            ) { try $0.next(Seq.self) } ?? 0
        guard try AIConsent.allows(id, reader) else { return (ReadableRows(), after) }
        let messages = try reader.readableRows(
            """
            SELECT m.conversation_id, m.seq, u.name, m.text FROM messages AS m JOIN users AS u ON u.id = m.sender_id
            WHERE m.conversation_id = $1 AND m.seq > $2 AND m.deleted_at IS NULL ORDER BY m.seq LIMIT $3
            """, .id(id), .integer(after), .integer(limit), in: id, seqColumn: 1, body: due)
        if messages.count == limit, let last = messages.last { return (messages, last) }
        let head = try reader.first("SELECT head FROM conversations WHERE id = $1", .id(id)) { try $0.next(Seq.self) }
        return (messages, max(head ?? after, messages.last ?? after))
    }

    private static func due(_ row: inout Row) throws -> Due {
        Due(conversation: try row.next(), seq: try row.next(), sender: try row.next(), text: try row.next())
    }

    /// Stores vectors of messages that are unchanged; those edited meanwhile stay due.
    static func keep(_ embedded: [Embedded], _ transaction: Transaction) throws {
        for entry in embedded where try AIConsent.allows(entry.message.conversation, transaction) {
            let message = entry.message
            let place: [SQLValue] = [.id(message.conversation), .integer(message.seq)]
            let text = try transaction.first(
                "SELECT text FROM messages WHERE conversation_id = $1 AND seq = $2 AND deleted_at IS NULL", place[0],
                place[1]
            ) { try $0.next(String.self) }
            guard let text else { continue }
            guard text == message.text else {
                try transaction.run(
                    """
                    INSERT INTO meaning_due (conversation_id, seq) VALUES ($1, $2)
                    ON CONFLICT (conversation_id, seq) DO NOTHING
                    """, place[0], place[1])
                continue
            }
            try transaction.run(
                """
                INSERT INTO message_vectors (conversation_id, seq, vector) VALUES ($1, $2, $3)
                ON CONFLICT (conversation_id, seq) DO UPDATE SET vector = excluded.vector
                """, place[0], place[1], .blob(entry.vector.bytes))
            if let meaning = entry.meaning {
                try transaction.run(
                    """
                    INSERT INTO message_meanings (conversation_id, seq, meaning) VALUES ($1, $2, $3)
                    ON CONFLICT (conversation_id, seq) DO UPDATE SET meaning = excluded.meaning
                    """, place[0], place[1], .blob(meaning.bytes))
            }
            try transaction.run(
                "DELETE FROM meaning_due WHERE conversation_id = $1 AND seq = $2", place[0], place[1])
        }
        for id in Set(embedded.map(\.message.conversation)) { try changed(id, transaction) }
    }

    static func follow(
        _ id: ConversationID, to seq: Seq, version: Int64, _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO meaning_conversations (conversation_id, embedded_seq, version, reader) VALUES ($1, $2, 1, $3)
            ON CONFLICT (conversation_id) DO UPDATE SET embedded_seq = excluded.embedded_seq, version = meaning_conversations.version + 1,
                reader = excluded.reader
            """, .id(id), .integer(seq), .integer(version))
    }

    /// The present members: possible assignees, whose names divide messages into clauses.
    static func members(of id: ConversationID, _ reader: Reader) throws -> [InsightMember] {
        try reader.all(
            """
            SELECT u.id, u.name FROM members AS m JOIN users AS u ON u.id = m.user_id
            WHERE m.conversation_id = $1 AND m.has_left = 0 ORDER BY u.id
            """, .id(id)
        ) { InsightMember(id: try $0.next(), name: try $0.next()) }
    }

    // MARK: Searching

    /// The version of a conversation's vectors; nil before it was first processed.
    static func version(of id: ConversationID, _ reader: Reader) throws -> Int64? {
        try reader.first("SELECT version FROM meaning_conversations WHERE conversation_id = $1", .id(id)) {
            try $0.next()
        }
    }

    /// All vectors of a conversation.
    static func vectors(of id: ConversationID, dimension: Int, _ reader: Reader) throws -> VectorBlock {
        var block = VectorBlock(dimension: dimension)
        try reader.rows(
            "SELECT seq, vector FROM message_vectors WHERE conversation_id = $1 ORDER BY seq", .id(id)
        ) { row in
            let seq: Seq = try row.next()
            if let vector = CompactVector(bytes: try row.next(), dimension: dimension) { block.set(vector, for: seq) }
        }
        return block
    }
}
