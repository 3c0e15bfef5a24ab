import NexusCore
import NexusDatabase
import NexusIntelligence

/// The SQL of what a language model has read and found (decision 0022).
enum ModelFindingRepository {
    // MARK: Findings

    private static let columns = """
        seq, message_id, sender_id, kind, place, span, text, assignee_id, due, zone, is_server_zone, relation, related_id,
        borrows_from
        """

    private static func finding(_ row: inout Row) throws -> ModelFinding {
        let (seq, source, sender): (Seq, MessageID, UserID) = (try row.next(), try row.next(), try row.next())
        guard let kind = InsightRecord.Kind(rawValue: try row.next()) else {
            throw DatabaseError(.corrupt, detail: "a finding of the language model is not readable")
        }
        var finding = ModelFinding(
            seq: seq, source: source, sender: sender, kind: kind,
            span: TextSpan(start: try row.next(), length: try row.next()), text: try row.next(),
            assignee: try row.next())
        let (due, zone, isServerZone): (String?, String?, Bool) = (try row.next(), try row.next(), try row.next())
        finding.due = due.map { InsightRecord.Due(text: $0, zone: zone ?? "UTC", isServerZone: isServerZone) }
        let relation: String? = try row.next()
        finding.related = try row.next()
        finding.borrowsFrom = try row.next()
        switch relation {
        case "replaces": finding.relation = .replaces
        case let text?: finding.relation = InsightEvent.Kind(rawValue: text).map { .event($0) }
        case nil: break
        }
        return finding
    }

    /// Those of the messages after one and through another, in their order.
    static func findings(
        in id: ConversationID, after: Seq, through: Seq, _ reader: Reader
    ) throws -> [ModelFinding] {
        try reader.all(
            SQL(
                """
                SELECT \(columns) FROM model_findings WHERE conversation_id = $1 AND seq > $2 AND seq <= $3
                ORDER BY seq, number
                """), .id(id), .integer(after), .integer(through), body: finding)
    }

    /// What later messages do to an insight.
    static func events(on insight: InsightID, _ reader: Reader) throws -> [ModelFinding] {
        try reader.all(
            SQL("SELECT \(columns) FROM model_findings WHERE related_id = $1 ORDER BY seq, number LIMIT $2"),
            .id(insight), .integer(InsightRecord.eventLimit), body: finding
        ).filter { $0.event != nil }
    }

    /// Stores what the model found in messages that it has read.
    static func put(
        _ findings: [ModelFinding], ofMessages seqs: [Seq], by prompt: String, in id: ConversationID,
        _ transaction: Transaction
    ) throws {
        for seq in seqs {
            try transaction.run(
                """
                INSERT INTO model_reads (conversation_id, seq, prompt) VALUES ($1, $2, $3)
                ON CONFLICT (conversation_id, seq) DO UPDATE SET prompt = excluded.prompt
                """, .id(id), .integer(seq), .text(prompt))
        }
        for (number, finding) in findings.enumerated() {
            let relation: String? =
                switch finding.relation {
                case .event(let kind): kind.rawValue
                case .replaces: "replaces"
                case nil: nil
                }
            try transaction.run(
                """
                INSERT INTO model_findings (conversation_id, seq, number, message_id, sender_id, kind, place, span,
                    text, assignee_id, due, zone, is_server_zone, relation, related_id, borrows_from)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
                """, .id(id), .integer(finding.seq), .integer(number), .id(finding.source), .id(finding.sender),
                .text(finding.kind.rawValue), .integer(finding.span.start), .integer(finding.span.length),
                .text(finding.text), .optional(finding.assignee), .optional(finding.due?.text),
                .optional(finding.due?.zone), .flag(finding.due?.isServerZone ?? false), .optional(relation),
                .optional(finding.related), .optional(finding.borrowsFrom))
        }
    }

    // MARK: What was read

    static func hasRead(in id: ConversationID, _ reader: Reader) throws -> Bool {
        try reader.first("SELECT 1 FROM model_reads WHERE conversation_id = $1 LIMIT 1", .id(id)) { _ in true } ?? false
    }

    /// Whether the model has read a message in its present wording.
    static func isRead(_ seq: Seq, in id: ConversationID, _ reader: Reader) throws -> Bool {
        try reader.first(
            "SELECT 1 FROM model_reads WHERE conversation_id = $1 AND seq = $2", .id(id), .integer(seq)
        ) { _ in true } ?? false
    }

    /// Removes what the model found in a message that is edited or deleted; it does not read it again.
    static func forget(_ seq: Seq, in id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run(
            "DELETE FROM model_findings WHERE conversation_id = $1 AND seq = $2", .id(id), .integer(seq))
        try transaction.run("DELETE FROM model_reads WHERE conversation_id = $1 AND seq = $2", .id(id), .integer(seq))
    }

    /// Removes what the model found in other messages with words of one that is deleted.
    static func forget(borrowedFrom message: MessageID, in id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run(
            "DELETE FROM model_findings WHERE conversation_id = $1 AND borrows_from = $2", .id(id), .id(message))
    }

    /// Removes what the model found in a conversation. How far it has read stays: no message is sent twice.
    static func forget(_ id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM model_findings WHERE conversation_id = $1", .id(id))
        try transaction.run("DELETE FROM model_reads WHERE conversation_id = $1", .id(id))
    }

    // MARK: Progress

    /// How far a conversation was read, and failed attempts at its next window.
    struct Progress: Equatable, Sendable {
        var read: Seq = 0
        var attempts = 0
        /// Not before.
        var retryAt = Timestamp.zero
    }

    static func progress(of id: ConversationID, _ reader: Reader) throws -> Progress {
        try reader.first(
            "SELECT read_seq, attempts, retry_at FROM model_progress WHERE conversation_id = $1", .id(id)
        ) { Progress(read: try $0.next(), attempts: try $0.next(), retryAt: try $0.next()) } ?? Progress()
    }

    static func put(_ progress: Progress, of id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO model_progress (conversation_id, read_seq, attempts, retry_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (conversation_id) DO UPDATE SET read_seq = excluded.read_seq, attempts = excluded.attempts,
                retry_at = excluded.retry_at
            """, .id(id), .integer(progress.read), .integer(progress.attempts), .time(progress.retryAt))
    }

    /// Conversations with messages that the rules have read and the model has not, those that moved first first.
    static func behind(since start: Timestamp, at time: Timestamp, limit: Int, _ reader: Reader) throws
        -> [ConversationID]
    {
        try reader.all(
            SQL(
                """
                SELECT c.id FROM conversations AS c
                    JOIN insight_conversations AS p ON p.conversation_id = c.id
                    LEFT JOIN model_progress AS r ON r.conversation_id = c.id
                WHERE c.changed_at >= $1 AND \(AIConsent.condition) AND p.rules = $2 AND p.changed_from IS NULL
                    AND p.read_seq > COALESCE(r.read_seq, 0) AND COALESCE(r.retry_at, 0) <= $3
                ORDER BY c.changed_at LIMIT $4
                """), .time(start), .integer(InsightProgress.rules), .time(time), .integer(limit)
        ) { try $0.next() }
    }
}
