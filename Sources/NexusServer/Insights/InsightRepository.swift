import NexusCore
import NexusDatabase
import NexusIntelligence

/// The SQL of stored insights. `InsightQuery` has the visible ones.
enum InsightRepository {
    /// The columns that ``stored(_:)`` reads, of the table `insights AS i` with its message as `m`.
    static let columns = """
        i.kind, i.level, i.state, i.message_id, i.text, i.conversation_id, i.seq, m.written_at, i.assignee_id, i.due, i.zone, \
        i.is_server_zone, i.said_by, i.declined, i.settled, i.changed_by, i.changed_at, \
        CASE WHEN i.worded = i.text THEN i.wording END
        """

    /// Reads ``columns``.
    /// - Throws: `DatabaseError` (`database_corrupt`) for words that no version wrote.
    static func stored(_ row: inout Row) throws -> StoredInsight {
        guard let kind = InsightRecord.Kind(rawValue: try row.next()),
            let level = InsightRecord.Level(rawValue: try row.next()),
            let state = InsightRecord.State(rawValue: try row.next())
        else { throw DatabaseError(.corrupt, detail: "an insight is not readable") }
        var insight = StoredInsight(
            FoundInsight(kind: kind, source: try row.next(), text: try row.next()), in: try row.next(),
            seq: try row.next(), writtenAt: try row.next())
        insight.assignee = try row.next()
        let (due, zone, isServerZone): (String?, String, Bool) = (try row.next(), try row.next(), try row.next())
        insight.due = due.map { InsightRecord.Due(text: $0, zone: zone, isServerZone: isServerZone) }
        insight.level = level
        insight.state = state
        insight.saidBy = try row.next()
        insight.declined = try row.next()
        insight.settled = InsightFields(rawValue: try row.next())
        insight.changedBy = try row.next()
        insight.changedAt = try row.next()
        insight.wording = try row.next()
        return insight
    }

    static func insight(
        _ kind: InsightRecord.Kind, of message: MessageID, _ reader: Reader
    ) throws -> StoredInsight? {
        try reader.first(
            SQL(
                """
                SELECT \(columns) FROM insights AS i
                    JOIN messages AS m ON m.conversation_id = i.conversation_id AND m.seq = i.seq
                WHERE i.message_id = $1 AND i.kind = $2
                """), .id(message), .text(kind.rawValue), body: stored)
    }

    /// Writes an insight over its row, or as a new one.
    static func put(_ insight: StoredInsight, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO insights (conversation_id, seq, kind, message_id, text, assignee_id, due, zone, is_server_zone,
                level, state, said_by, declined, settled, is_closed, due_at, newness, changed_by, changed_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
            ON CONFLICT (conversation_id, seq, kind) DO UPDATE SET text = excluded.text,
                assignee_id = excluded.assignee_id, due = excluded.due, zone = excluded.zone,
                is_server_zone = excluded.is_server_zone, level = excluded.level, state = excluded.state,
                said_by = excluded.said_by, declined = excluded.declined, settled = excluded.settled,
                is_closed = excluded.is_closed, due_at = excluded.due_at, changed_by = excluded.changed_by,
                changed_at = excluded.changed_at
            """, .id(insight.conversation), .integer(insight.seq), .text(insight.kind.rawValue), .id(insight.source),
            .text(insight.text), .optional(insight.assignee), .optional(insight.due?.text),
            .optional(insight.due?.zone), .flag(insight.due?.isServerZone ?? false), .text(insight.level.rawValue),
            .text(insight.state.rawValue), .optional(insight.saidBy), .optional(insight.declined),
            .integer(insight.settled.rawValue), .flag(!insight.state.isOpen), .integer(insight.dueAt),
            .integer(-insight.writtenAt.milliseconds), .optional(insight.changedBy),
            .optional(insight.changedAt?.milliseconds))
        try revise(insight.conversation, transaction)
    }

    /// Bumps the conversation's insight revision.
    static func revise(_ id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE insight_conversations SET revision = revision + 1 WHERE conversation_id = $1", .id(id))
    }

    // MARK: Changes of messages

    /// Follows an edit or deletion in its own transaction: removes the message's insights, except members' edits of a
    /// message that still exists. Dependent ones are processed again.
    static func replace(_ message: Message, _ transaction: Transaction) throws {
        try transaction.run(
            "DELETE FROM insights WHERE conversation_id = $1 AND seq = $2 AND (settled = 0 OR $3 = 1)",
            .id(message.conversation), .integer(message.seq), .flag(message.isDeleted))
        // A concurrent step detects by the version that its messages are stale.
        try transaction.run(
            """
            INSERT INTO insight_conversations AS p (conversation_id, read_seq, version, rules) VALUES ($1, 0, 1, $3)
            ON CONFLICT (conversation_id) DO UPDATE SET version = p.version + 1, revision = p.revision + 1,
                changed_from = CASE
                    WHEN p.read_seq < $2 OR p.changed_from < $2 THEN p.changed_from ELSE $2 END,
                changed_through = CASE
                    WHEN p.read_seq < $2 OR p.changed_through > $2 THEN p.changed_through ELSE $2 END
            """, .id(message.conversation), .integer(message.seq), .integer(InsightProgress.rules))
    }

    /// Removes the insights of a conversation, so that it is processed again: when it may be, or no longer may be,
    /// processed.
    static func forget(_ id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM insights WHERE conversation_id = $1", .id(id))
        try transaction.run("DELETE FROM insight_checkpoints WHERE conversation_id = $1", .id(id))
        try transaction.run(
            """
            UPDATE insight_conversations SET read_seq = 0, changed_from = NULL, changed_through = NULL,
                version = version + 1, revision = revision + 1
            WHERE conversation_id = $1
            """, .id(id))
    }

    // MARK: Results

    /// Stores the results of the messages from `after` to `through`, and deletes records that were not found again,
    /// unless members have edited them.
    /// - Returns: true if anything changed.
    static func take(
        _ found: [FoundInsight], in id: ConversationID, after: Seq, through: Seq, keeping held: Set<MessageID>,
        _ transaction: Transaction
    ) throws -> Bool {
        var hasChanged = false
        var names: Set<String> = []
        for insight in found {
            names.insert("\(insight.source.text) \(insight.kind.rawValue)")
            if let present = try self.insight(insight.kind, of: insight.source, transaction) {
                let next = present.updated(by: insight)
                guard next != present else { continue }
                try put(next, transaction)
            } else {
                guard let place = try place(of: insight.source, in: id, transaction) else { continue }
                try put(
                    StoredInsight(insight, in: id, seq: place.seq, writtenAt: place.writtenAt), transaction)
            }
            hasChanged = true
        }
        let present: [(MessageID, String, Seq)] = try transaction.all(
            """
            SELECT message_id, kind, seq FROM insights
            WHERE conversation_id = $1 AND seq > $2 AND seq <= $3 AND settled = 0
            """, .id(id), .integer(after), .integer(through)
        ) { (try $0.next(), try $0.next(), try $0.next()) }
        for (message, kind, seq) in present
        where !names.contains("\(message.text) \(kind)")
            && !(kind == InsightRecord.Kind.action.rawValue && held.contains(message))
        {
            try transaction.run(
                "DELETE FROM insights WHERE conversation_id = $1 AND seq = $2 AND kind = $3", .id(id), .integer(seq),
                .text(kind))
            try revise(id, transaction)
            hasChanged = true
        }
        return hasChanged
    }

    private static func place(
        of message: MessageID, in id: ConversationID, _ reader: Reader
    ) throws -> (seq: Seq, writtenAt: Timestamp)? {
        try reader.first(
            "SELECT seq, written_at FROM messages WHERE id = $1 AND conversation_id = $2 AND deleted_at IS NULL",
            .id(message), .id(id)
        ) { (try $0.next(), try $0.next()) }
    }
}
