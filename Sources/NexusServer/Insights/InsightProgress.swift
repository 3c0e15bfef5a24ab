import NexusCore
import NexusDatabase
import NexusIntelligence

/// The SQL of the extraction's progress in conversations, and of the next batch.
enum InsightProgress {
    /// Counts up with each change of the rules by which messages are read: all are then read again.
    static let rules: Int64 = 5

    /// The progress in a conversation.
    struct Place: Sendable {
        var read: Seq
        /// From the first to the last message that was edited or deleted since.
        var changed: ClosedRange<Seq>?
        /// The number of edits and deletions.
        var version: Int64
        var head: Seq
    }

    /// `nil` for a missing conversation.
    /// - Parameter meaning: the version of meanings that are awaited: the head is then the last message that has one; nil
    ///   without a model.
    static func place(of id: ConversationID, meaning: Int64? = nil, _ reader: Reader) throws -> Place? {
        try reader.first(
            """
            SELECT COALESCE(p.rules, $2), COALESCE(p.read_seq, 0), p.changed_from, p.changed_through,
                COALESCE(p.version, 0),
                CASE WHEN $3 IS NULL OR c.allows_ai = 0 THEN c.head
                    WHEN COALESCE(e.embedded_seq, 0) < c.head THEN COALESCE(e.embedded_seq, 0) ELSE c.head END
            FROM conversations AS c LEFT JOIN insight_conversations AS p ON p.conversation_id = c.id
                LEFT JOIN meaning_conversations AS e ON e.conversation_id = c.id AND e.reader = $3
            WHERE c.id = $1
            """, .id(id), .integer(rules), .optional(meaning)
        ) { row in
            let isOutdated = try row.next() != rules
            let (read, from, through): (Seq, Seq?, Seq) = (try row.next(), try row.next(), try row.next())
            return Place(
                read: isOutdated ? 0 : read, changed: isOutdated ? nil : from.map { $0...max($0, through) },
                version: try row.next(), head: try row.next())
        }
    }

    /// Whether edited messages of a conversation are not embedded again yet.
    static func awaitsMeaning(_ id: ConversationID, _ reader: Reader) throws -> Bool {
        try reader.first(
            """
            SELECT 1 FROM meaning_due AS d JOIN messages AS m ON m.conversation_id = d.conversation_id AND m.seq = d.seq
            WHERE d.conversation_id = $1 AND m.deleted_at IS NULL LIMIT 1
            """, .id(id)
        ) { _ in true } ?? false
    }

    /// Conversations with messages that are to be read, those that moved last first.
    /// - Parameter meaning: as for ``place(of:meaning:_:)``.
    static func behind(limit: Int, meaning: Int64? = nil, _ reader: Reader) throws -> [ConversationID] {
        try reader.all(
            """
            SELECT c.id FROM conversations AS c LEFT JOIN insight_conversations AS p ON p.conversation_id = c.id
                LEFT JOIN meaning_conversations AS e ON e.conversation_id = c.id AND e.reader = $3
            WHERE CASE WHEN p.rules = $2 THEN p.read_seq ELSE 0 END
                    < CASE WHEN $3 IS NULL OR c.allows_ai = 0 THEN c.head
                        WHEN COALESCE(e.embedded_seq, 0) < c.head THEN COALESCE(e.embedded_seq, 0) ELSE c.head END
                OR p.changed_from IS NOT NULL AND ($3 IS NULL OR c.allows_ai = 0 OR NOT EXISTS (
                    SELECT 1 FROM meaning_due AS d
                        JOIN messages AS m ON m.conversation_id = d.conversation_id AND m.seq = d.seq
                    WHERE d.conversation_id = c.id AND m.deleted_at IS NULL))
            ORDER BY c.changed_at DESC LIMIT $1
            """, .integer(limit), .integer(rules), .optional(meaning)
        ) { try $0.next() }
    }

    /// The number of unprocessed changes: messages, and other changes with a `seq`.
    static func remaining(_ reader: Reader) throws -> Int64 {
        try reader.first(
            """
            SELECT COALESCE(SUM(c.head - CASE WHEN p.rules = $1 THEN p.read_seq ELSE 0 END), 0)
            FROM conversations AS c LEFT JOIN insight_conversations AS p ON p.conversation_id = c.id
            """, .integer(rules)
        ) { try $0.next() } ?? 0
    }

    /// Stores the progress in a conversation; messages changed since are processed again first.
    /// - Returns: false, without effect, if something changed since `place` was read.
    static func put(
        _ read: Seq, in id: ConversationID, over place: Place, _ transaction: Transaction
    ) throws -> Bool {
        let version = try transaction.first(
            "SELECT version FROM insight_conversations WHERE conversation_id = $1", .id(id)
        ) { try $0.next(Int64.self) }
        guard version ?? 0 == place.version else { return false }
        // The overwritten row may contain text of deleted messages.
        if place.changed != nil { transaction.eraseTraces() }
        try transaction.run(
            """
            INSERT INTO insight_conversations (conversation_id, read_seq, version, rules) VALUES ($1, $2, 0, $3)
            ON CONFLICT (conversation_id) DO UPDATE SET read_seq = excluded.read_seq, rules = excluded.rules,
                changed_from = NULL, changed_through = NULL
            """, .id(id), .integer(read), .integer(rules))
        return true
    }

    /// Bumps the conversation's insight revision.
    static func revision(of id: ConversationID, _ reader: Reader) throws -> Int64 {
        try reader.first("SELECT revision FROM insight_conversations WHERE conversation_id = $1", .id(id)) {
            try $0.next()
        } ?? 0
    }

    /// Whether messages of a conversation are still to be processed, or again.
    static func isBehind(_ place: Place, in id: ConversationID, _ reader: Reader) throws -> Bool {
        if place.changed != nil { return true }
        guard place.read < place.head else { return false }
        // Changes other than messages take a `seq` too, and have no content.
        return try reader.first(
            "SELECT 1 FROM messages WHERE conversation_id = $1 AND seq > $2 AND deleted_at IS NULL LIMIT 1", .id(id),
            .integer(place.read)
        ) { _ in true } ?? false
    }

    // MARK: Checkpoints

    /// The last checkpoint before a message, or the beginning.
    static func checkpoint(
        in id: ConversationID, before seq: Seq, _ reader: Reader
    ) throws -> (seq: Seq, checkpoint: InsightCheckpoint) {
        let stored = try reader.first(
            """
            SELECT seq, state FROM insight_checkpoints WHERE conversation_id = $1 AND seq < $2
            ORDER BY seq DESC LIMIT 1
            """, .id(id), .integer(seq)
        ) { (try $0.next(Seq.self), try $0.next(String.self)) }
        guard let stored, let checkpoint = InsightCheckpoint(text: stored.1) else { return (0, .start) }
        return (stored.0, checkpoint)
    }

    static func checkpoint(
        in id: ConversationID, at seq: Seq, _ reader: Reader
    ) throws -> InsightCheckpoint? {
        try reader.first(
            "SELECT state FROM insight_checkpoints WHERE conversation_id = $1 AND seq = $2", .id(id), .integer(seq)
        ) { try $0.next(String.self) }.flatMap(InsightCheckpoint.init(text:))
    }

    /// - Parameter checkpoint: as ``InsightCheckpoint/text``.
    static func put(
        checkpoint: String, in id: ConversationID, at seq: Seq, _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO insight_checkpoints (conversation_id, seq, state) VALUES ($1, $2, $3)
            ON CONFLICT (conversation_id, seq) DO UPDATE SET state = excluded.state
            """, .id(id), .integer(seq), .text(checkpoint))
    }

    // MARK: What is read

    private static let messagesAfter = SQL(
        """
        SELECT m.seq, m.posted_at, m.id, m.sender_id, m.text, m.written_at, m.reply_to, m.deleted_at IS NOT NULL, r.meaning
        FROM messages AS m
            LEFT JOIN message_meanings AS r ON r.conversation_id = m.conversation_id AND r.seq = m.seq
        WHERE m.conversation_id = $1 AND m.seq > $2 ORDER BY m.seq LIMIT $3
        """)

    /// The messages after `seq`, deleted ones included. An unreadable one counts as deleted, and is recorded as
    /// skipped.
    static func lines(
        in id: ConversationID, after seq: Seq, limit: Int, serverZone: InsightZone, _ reader: Reader
    ) throws -> (lines: [InsightReading.Line], skipped: [SkippedRow]) {
        var lines: [InsightReading.Line] = []
        var postings: [Timestamp] = []
        let rows = try reader.readableRows(
            messagesAfter, .id(id), .integer(seq), .integer(limit), in: id, seqColumn: 0
        ) { row in
            // Present even if the rest is unreadable: a message's place in its conversation counts.
            let seq: Seq = try row.next()
            lines.append(.unreadable(at: seq, zone: serverZone))
            postings.append(try row.next())
            lines[lines.count - 1] = InsightReading.Line(
                message: InsightMessage(
                    id: try row.next(), sender: try row.next(), text: try row.next(), writtenAt: try row.next(),
                    zone: serverZone.zone, replyTo: try row.next()), seq: seq, zone: serverZone,
                isDeleted: try row.next(),
                meaning: try row.next([UInt8]?.self).flatMap(MessageMeaning.init(bytes:)))
        }
        var moves: [UserID: ZoneRepository.Moves] = [:]
        var zones: [String: InsightZone] = [:]
        for index in lines.indices where !lines[index].isDeleted {
            let sender = lines[index].message.sender
            if moves[sender] == nil { moves[sender] = try ZoneRepository.moves(of: sender, reader) }
            guard let name = moves[sender]?.zone(at: postings[index]) else { continue }
            let zone = zones[name] ?? ZoneRepository.insightZone(name)
            guard let zone else { continue }
            zones[name] = zone
            lines[index].zone = zone
            lines[index].message.zone = zone.zone
        }
        return (lines, rows.skipped)
    }

    /// The zones of the messages that gave a checkpoint's items their dates.
    static func zones(
        for checkpoint: InsightCheckpoint, serverZone: InsightZone, _ reader: Reader
    ) throws -> [MessageID: InsightZone] {
        var zones: [MessageID: InsightZone] = [:]
        for message in Set(checkpoint.dateSources) { zones[message] = try zone(of: message, reader) ?? serverZone }
        return zones
    }

    /// The zone in which a message was written.
    private static func zone(of message: MessageID, _ reader: Reader) throws -> InsightZone? {
        let written: (UserID, Timestamp)? = try reader.first(
            "SELECT sender_id, posted_at FROM messages WHERE id = $1", .id(message)
        ) { (try $0.next(), try $0.next()) }
        return try written.flatMap { try zone(of: $0.0, at: $0.1, reader) }
    }

    static func zone(of user: UserID, at time: Timestamp, _ reader: Reader) throws -> InsightZone? {
        try ZoneRepository.moves(of: user, reader).zone(at: time).flatMap(ZoneRepository.insightZone)
    }
}
