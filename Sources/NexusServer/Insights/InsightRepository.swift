import NexusCore
import NexusDatabase
import NexusIntelligence

/// The SQL of stored insights. `InsightQuery` has the visible ones.
enum InsightRepository {
    /// The columns that ``stored(_:)`` reads, of the table `insights AS i` with its message as `m`.
    static let columns = """
        i.kind, i.level, i.state, i.message_id, i.text, i.conversation_id, i.seq, m.written_at, i.assignee_id, i.due, i.zone, \
        i.is_server_zone, i.said_by, i.declined, i.settled, i.changed_by, i.changed_at, \
        CASE WHEN i.worded = i.text THEN i.wording END, i.id, i.place, i.span, i.confidence, i.words, i.replaces, i.is_made, \
        i.merged_into, i.made_by, i.rule_confidence, i.model_says, i.borrows_from
        """

    /// Reads ``columns``.
    /// - Throws: `DatabaseError` (`database_corrupt`) for words that no version wrote.
    static func stored(_ row: inout Row) throws -> StoredInsight {
        guard let kind = InsightRecord.Kind(rawValue: try row.next()),
            let level = InsightRecord.Level(rawValue: try row.next()),
            let state = InsightRecord.State(rawValue: try row.next())
        else { throw DatabaseError(.corrupt, detail: "an insight is not readable") }
        var insight = StoredInsight(
            FoundInsight(
                kind: kind, source: try row.next(), text: try row.next(), span: TextSpan(start: 0, length: 0)),
            in: try row.next(), seq: try row.next(), writtenAt: try row.next())
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
        insight.id = try row.next()
        let (place, span): (Int, Int) = (try row.next(), try row.next())
        insight.span = place < 0 ? nil : TextSpan(start: place, length: span)
        insight.confidence = Confidence(try row.next())
        insight.words = try row.next()
        insight.replaces = try row.next()
        insight.isMade = try row.next()
        insight.mergedInto = try row.next()
        insight.madeBy = try row.next()
        insight.ruled = try row.next(Double?.self).map(Confidence.init)
        insight.modelSays = ModelVerdict(rawValue: try row.next()) ?? .unread
        insight.borrowsFrom = try row.next()
        return insight
    }

    private static let byID = SQL(
        """
        SELECT \(columns) FROM insights AS i JOIN messages AS m ON m.conversation_id = i.conversation_id AND m.seq = i.seq
        WHERE i.id = $1
        """)

    static func insight(_ id: InsightID, _ reader: Reader) throws -> StoredInsight? {
        try reader.first(byID, .id(id), body: stored).map { try $0.withEvents(reader) }
    }

    private static let ofMessage = SQL(
        """
        SELECT \(columns) FROM insights AS i JOIN messages AS m ON m.conversation_id = i.conversation_id AND m.seq = i.seq
        WHERE i.message_id = $1 AND i.kind = $2 ORDER BY i.place, i.id
        """)

    /// The insights of a kind that a message has, merged ones included.
    static func insights(
        _ kind: InsightRecord.Kind, of message: MessageID, _ reader: Reader
    ) throws -> [StoredInsight] {
        try reader.all(ofMessage, .id(message), .text(kind.rawValue), body: stored).map { try $0.withEvents(reader) }
    }

    /// Writes an insight over its row, or as a new one.
    static func put(_ insight: StoredInsight, _ transaction: Transaction) throws {
        try revise(insight.conversation, transaction)
        let revision = try InsightProgress.revision(of: insight.conversation, transaction)
        try transaction.run(
            """
            INSERT INTO insights (conversation_id, seq, kind, message_id, text, assignee_id, due, zone, is_server_zone,
                level, state, said_by, declined, settled, is_closed, due_at, newness, changed_by, changed_at, id, place,
                span, confidence, words, replaces, is_made, merged_into, made_by, rule_confidence, model_says, revision,
                borrows_from)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
                $23, $24, $25, $26, $27, $28, $29, $30, $31, $32)
            ON CONFLICT (conversation_id, seq, id) DO UPDATE SET text = excluded.text,
                assignee_id = excluded.assignee_id, due = excluded.due, zone = excluded.zone,
                is_server_zone = excluded.is_server_zone, level = excluded.level, state = excluded.state,
                said_by = excluded.said_by, declined = excluded.declined, settled = excluded.settled,
                is_closed = excluded.is_closed, due_at = excluded.due_at, changed_by = excluded.changed_by,
                changed_at = excluded.changed_at, place = excluded.place, span = excluded.span,
                confidence = excluded.confidence, words = excluded.words, replaces = excluded.replaces,
                merged_into = excluded.merged_into, rule_confidence = excluded.rule_confidence,
                model_says = excluded.model_says, revision = excluded.revision,
                borrows_from = excluded.borrows_from
            """, .id(insight.conversation), .integer(insight.seq), .text(insight.kind.rawValue), .id(insight.source),
            .text(insight.text), .optional(insight.assignee), .optional(insight.due?.text),
            .optional(insight.due?.zone), .flag(insight.due?.isServerZone ?? false), .text(insight.level.rawValue),
            .text(insight.state.rawValue), .optional(insight.saidBy), .optional(insight.declined),
            .integer(insight.settled.rawValue), .flag(!insight.state.isOpen), .integer(insight.dueAt),
            .integer(-insight.writtenAt.milliseconds), .optional(insight.changedBy),
            .optional(insight.changedAt?.milliseconds), .id(insight.id), .integer(insight.span?.start ?? -1),
            .integer(insight.span?.length ?? 0), .real(insight.confidence.value), .optional(insight.words),
            .optional(insight.replaces), .flag(insight.isMade), .optional(insight.mergedInto),
            .optional(insight.madeBy), insight.ruled.map { .real($0.value) } ?? .null,
            .integer(insight.modelSays.rawValue), .integer(revision), .optional(insight.borrowsFrom))
        if insight.kind == .action { try InsightEvents.put(insight.events, of: insight.id, transaction) }
    }

    /// Bumps the conversation's insight revision.
    static func revise(_ id: ConversationID, _ transaction: Transaction) throws {
        try InsightRevisions.advance(id, transaction)
    }

    // MARK: Changes of messages

    /// Follows an edit or deletion in its own transaction: removes the message's insights, except members' edits of a
    /// message that still exists. Dependent ones are processed again.
    static func replace(_ message: Message, _ transaction: Transaction) throws {
        let isOfMessage = "conversation_id = $1 AND seq = $2"
        try ModelFindingRepository.forget(message.seq, in: message.conversation, transaction)
        try delete(
            message.isDeleted ? isOfMessage : "\(isOfMessage) AND settled = 0", transaction, .id(message.conversation),
            .integer(message.seq))
        if message.isDeleted {
            try InsightEvents.delete(of: message.id, transaction)
            try ModelFindingRepository.forget(borrowedFrom: message.id, in: message.conversation, transaction)
        }
        // A concurrent step detects by the version that its messages are stale.
        try transaction.run(
            """
            INSERT INTO insight_conversations AS p (conversation_id, read_seq, version, rules) VALUES ($1, 0, 1, $3)
            ON CONFLICT (conversation_id) DO UPDATE SET version = p.version + 1,
                changed_from = CASE
                    WHEN p.read_seq < $2 OR p.changed_from < $2 THEN p.changed_from ELSE $2 END,
                changed_through = CASE
                    WHEN p.read_seq < $2 OR p.changed_through > $2 THEN p.changed_through ELSE $2 END
            """, .id(message.conversation), .integer(message.seq), .integer(InsightProgress.rules))
        try revise(message.conversation, transaction)
        guard !message.isDeleted else { return }
        try transaction.run(
            SQL("UPDATE insights SET place = -1, span = 0, revision = \(InsightRevisions.ofRow) WHERE \(isOfMessage)"),
            .id(message.conversation), .integer(message.seq))
    }

    private static func delete(_ condition: String, _ transaction: Transaction, _ values: SQLValue...) throws {
        try transaction.run(
            SQL("DELETE FROM insight_events WHERE insight_id IN (SELECT id FROM insights WHERE \(condition))"), values)
        try transaction.run(SQL("DELETE FROM insights WHERE \(condition)"), values)
    }

    /// Removes the extracted insights of a conversation, so that it is processed again: when it may be, or no longer
    /// may be, processed. What members made stays, hidden while AI may not read the conversation.
    static func forget(_ id: ConversationID, _ transaction: Transaction) throws {
        try delete("conversation_id = $1 AND is_made = 0", transaction, .id(id))
        try ModelFindingRepository.forget(id, transaction)
        try transaction.run("DELETE FROM insight_checkpoints WHERE conversation_id = $1", .id(id))
        try transaction.run(
            """
            UPDATE insight_conversations SET read_seq = 0, changed_from = NULL, changed_through = NULL,
                version = version + 1
            WHERE conversation_id = $1
            """, .id(id))
        try revise(id, transaction)
    }

    // MARK: Results

    /// Stores the results of the messages from `after` to `through`, and deletes records that were not found again,
    /// unless members have made or edited them.
    /// - Returns: true if anything changed.
    static func take(
        _ found: [FoundInsight], in id: ConversationID, after: Seq, through: Seq, keeping held: Set<InsightPlace>,
        _ transaction: Transaction
    ) throws -> Bool {
        var hasChanged = false
        var kept: Set<InsightID> = []
        let model = try ModelComparison(in: id, transaction)
        for group in InsightMatching.Group.all(found) {
            let present = try insights(group.kind, of: group.source, transaction)
            var count = present.count
            for (found, row) in zip(group.found, InsightMatching.rows(for: group.found, among: present)) {
                if let row {
                    kept.insert(present[row].id)
                    let next = try model.applied(to: present[row].updated(by: found))
                    guard next != present[row] else { continue }
                    try put(next, transaction)
                } else {
                    guard count < Limits.insightsOfMessage,
                        let source = try source(found.source, transaction), source.conversation == id
                    else { continue }
                    count += 1
                    var new = StoredInsight(found, in: id, seq: source.seq, writtenAt: source.writtenAt)
                    new.id = try unusedID(for: found, transaction)
                    kept.insert(new.id)
                    try put(model.applied(to: new), transaction)
                }
                hasChanged = true
            }
        }
        if try model.keepOwn(after: after, through: through, holding: held, kept: &kept) { hasChanged = true }
        let present: [(InsightID, String, InsightPlace)] = try transaction.all(
            """
            SELECT id, kind, message_id, place FROM insights
            WHERE conversation_id = $1 AND seq > $2 AND seq <= $3 AND settled = 0
            """, .id(id), .integer(after), .integer(through)
        ) { (try $0.next(), try $0.next(), InsightPlace(source: try $0.next(), start: try $0.next())) }
        for (insight, kind, place) in present
        where !kept.contains(insight) && !(kind == InsightRecord.Kind.action.rawValue && held.contains(place)) {
            try delete("id = $1", transaction, .id(insight))
            try revise(id, transaction)
            hasChanged = true
        }
        return hasChanged
    }

    /// The identifier that an insight has each time it is found; another one if that is in use, by one that has moved.
    static func unusedID(for found: FoundInsight, _ reader: Reader) throws -> InsightID {
        var number = 0
        while true {
            let id = InsightID.found(
                in: found.source, kind: found.kind.rawValue, at: found.span.start, number: number)
            let isUsed = try reader.first("SELECT 1 FROM insights WHERE id = $1", .id(id)) { _ in true } ?? false
            if !isUsed { return id }
            number += 1
        }
    }

    /// A message that is not deleted, as the source of an insight.
    struct Source: Sendable {
        var id: MessageID
        var conversation: ConversationID
        var seq: Seq
        var text: String
        var writtenAt: Timestamp
    }

    static func source(_ message: MessageID, _ reader: Reader) throws -> Source? {
        try reader.first(
            "SELECT conversation_id, seq, text, written_at FROM messages WHERE id = $1 AND deleted_at IS NULL",
            .id(message)
        ) { row in
            Source(
                id: message, conversation: try row.next(), seq: try row.next(), text: try row.next(),
                writtenAt: try row.next())
        }
    }
}
