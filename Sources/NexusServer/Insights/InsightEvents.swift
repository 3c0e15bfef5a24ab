import NexusCore
import NexusDatabase
import NexusIntelligence

/// The SQL of what later messages say of action items.
enum InsightEvents {
    /// Whether a message gave another date or assignee to `insights AS i`, as SQL.
    static let isMoved = """
        EXISTS (SELECT 1 FROM insight_events AS e WHERE e.insight_id = i.id AND e.kind IN ('moved', 'reassigned'))
        """

    /// The stored events of an insight.
    static func all(of id: InsightID, _ reader: Reader) throws -> [InsightEvent] {
        try reader.all(
            """
            SELECT kind, message_id, user_id, due, assignee_id FROM insight_events WHERE insight_id = $1
            ORDER BY number LIMIT $2
            """, .id(id), .integer(InsightRecord.eventLimit)
        ) { row in
            guard let kind = InsightEvent.Kind(rawValue: try row.next()) else {
                throw DatabaseError(.corrupt, detail: "an event of an insight is not readable")
            }
            let (message, person): (MessageID, UserID) = (try row.next(), try row.next())
            let due: String? = try row.next()
            return InsightEvent(
                kind, message, by: person, due: due.flatMap(DueDate.init(iso8601:)), assignee: try row.next())
        }
    }

    /// Replaces the events of an insight.
    static func put(_ events: [InsightEvent], of id: InsightID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM insight_events WHERE insight_id = $1", .id(id))
        for (number, event) in events.prefix(InsightRecord.eventLimit).enumerated() {
            try transaction.run(
                """
                INSERT INTO insight_events (insight_id, number, kind, message_id, user_id, due, assignee_id)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """, .id(id), .integer(number), .text(event.kind.rawValue), .id(event.message), .id(event.person),
                .optional(event.due?.iso8601), .optional(event.assignee))
        }
    }

    /// Removes what a deleted message said.
    static func delete(of message: MessageID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM insight_events WHERE message_id = $1", .id(message))
    }

    private static let visible = SQL(
        """
        SELECT e.kind, e.message_id, e.user_id, p.name, e.due, e.assignee_id, a.name FROM insight_events AS e
            JOIN messages AS m ON m.id = e.message_id
            JOIN users AS p ON p.id = e.user_id
            LEFT JOIN users AS a ON a.id = e.assignee_id
            LEFT JOIN settings AS own ON own.user_id = $2 AND own.conversation_id = m.conversation_id
        WHERE e.insight_id IN (SELECT $1 UNION ALL SELECT id FROM insights WHERE merged_into = $1)
            AND m.deleted_at IS NULL AND \(UserSettingsRepository.shows("m.seq"))
            AND NOT EXISTS (SELECT 1 FROM relations AS r
                WHERE r.user_id = $2 AND r.other_id = m.sender_id AND r.is_blocked = 1)
        ORDER BY m.seq, e.insight_id, e.number LIMIT $3
        """)

    /// The events of an insight that a user sees, and of the ones merged into it: not those of messages that they have
    /// deleted for themself, nor of people they have blocked.
    static func visible(
        of id: InsightID, for user: UserID, _ reader: Reader
    ) throws -> [InsightRecord.Event] {
        try reader.all(visible, .id(id), .id(user), .integer(InsightRecord.eventLimit)) { row in
            guard let kind = InsightRecord.Event.Kind(rawValue: try row.next()) else {
                throw DatabaseError(.corrupt, detail: "an event of an insight is not readable")
            }
            let message: MessageID = try row.next()
            let person = InsightRecord.Person(id: try row.next(), name: try row.next())
            let (due, assignee, name): (String?, UserID?, String) = (try row.next(), try row.next(), try row.next())
            return InsightRecord.Event(
                kind: kind, message: message, person: person, due: due,
                assignee: assignee.map { InsightRecord.Person(id: $0, name: name) })
        }
    }
}

extension StoredInsight {
    /// The same with its events.
    func withEvents(_ reader: Reader) throws -> StoredInsight {
        guard kind == .action else { return self }
        var insight = self
        insight.events = try InsightEvents.all(of: id, reader)
        return insight
    }
}
