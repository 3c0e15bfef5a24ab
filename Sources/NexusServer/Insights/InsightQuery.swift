import NexusCore
import NexusDatabase
import NexusIntelligence

/// A query for insights, and its SQL. Membership is part of the query: it returns what history would show (decision
/// 0008).
struct InsightQuery: Sendable {
    /// Whose items.
    enum Assignee: Equatable, Sendable {
        case nobody
        case user(UserID)
    }

    /// Insights in one answer, at most.
    static let pageLimit = 200
    /// Insights in one file, at most.
    static let exportLimit = 5_000

    var conversation: ConversationID?
    /// Kinds; empty for all.
    var kinds: [InsightRecord.Kind] = []
    /// In these states; empty for all.
    var states: [InsightRecord.State] = []
    var assignee: Assignee?
    /// The one of this identifier.
    var id: InsightID?
    /// Insights of this message.
    var source: MessageID?
    /// Insights of messages after this one.
    var since: Seq?
    /// Whether also those that members merged into others.
    var holdsMerged = false
    /// Whether only those of which the user has a reminder.
    var isReminded = false
    var after: Cursor?
    var limit = 50

    /// The place of the last insight of a page, for the next one.
    struct Cursor: Equatable, Sendable {
        var isClosed: Bool
        var dueAt: Int64
        var newness: Int64
        var source: MessageID
        var kind: String
        var place: Int
        var id: InsightID

        /// The wire form: opaque to clients.
        var text: String { "\(isClosed ? 1 : 0).\(dueAt).\(newness).\(source.text).\(kind).\(place).\(id.text)" }

        /// - Throws: `Refusal` (`invalid_request`).
        init(_ text: String) throws(Refusal) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 7, let dueAt = Int64(parts[1]), let newness = Int64(parts[2]),
                let source = MessageID(String(parts[3])), let place = Int(parts[5]),
                let id = InsightID(String(parts[6]))
            else { throw Refusal(.invalidRequest, "That cursor is not from this server.") }
            isClosed = parts[0] == "1"
            self.dueAt = dueAt
            self.newness = newness
            self.source = source
            kind = String(parts[4])
            self.place = place
            self.id = id
        }

        init(_ record: InsightRecord, dueAt: Int64) {
            isClosed = !record.state.isOpen
            self.dueAt = dueAt
            newness = -record.writtenAt.milliseconds
            source = record.source
            kind = record.kind.rawValue
            place = record.evidence.map { Int($0.start) } ?? -1
            id = record.id ?? InsightID(high: 0, low: 0)
        }
    }

    // MARK: SQL

    /// The visible insights: of the user's conversations, without cleared history, hidden messages and blocked senders.
    /// That holds for the source, and for the message that the text borrows words from. The user is `$1`.
    static let visible = """
        FROM members AS mine
            JOIN conversations AS c ON c.id = mine.conversation_id
            JOIN insights AS i ON i.conversation_id = mine.conversation_id
            JOIN messages AS m ON m.conversation_id = i.conversation_id AND m.seq = i.seq
            JOIN users AS s ON s.id = m.sender_id
            LEFT JOIN users AS a ON a.id = i.assignee_id
            LEFT JOIN users AS b ON b.id = i.changed_by
            LEFT JOIN users AS k ON k.id = i.made_by
            LEFT JOIN settings AS own ON own.user_id = mine.user_id AND own.conversation_id = mine.conversation_id
        WHERE mine.user_id = $1 AND mine.has_left = 0 AND m.deleted_at IS NULL AND \(AIConsent.condition)
            AND \(UserSettingsRepository.shows("i.seq"))
            AND NOT EXISTS (SELECT 1 FROM relations AS r
                WHERE r.user_id = $1 AND r.other_id = m.sender_id AND r.is_blocked = 1)
            AND (i.borrows_from IS NULL OR EXISTS (
                SELECT 1 FROM messages AS w WHERE w.id = i.borrows_from AND \(UserSettingsRepository.shows("w.seq"))
                    AND NOT EXISTS (SELECT 1 FROM relations AS r
                        WHERE r.user_id = $1 AND r.other_id = w.sender_id AND r.is_blocked = 1)))
            AND NOT (c.kind = 0 AND EXISTS (
                SELECT 1 FROM members AS o JOIN relations AS r ON r.other_id = o.user_id
                WHERE o.conversation_id = c.id AND r.user_id = $1 AND r.is_blocked = 1))
        """

    /// Further conditions, with their parameters after `values`.
    private func conditions(_ values: inout [SQLValue], isCounting: Bool = false) -> String {
        var text = ""
        func add(_ value: SQLValue) -> String {
            values.append(value)
            return "$\(values.count)"
        }
        if !holdsMerged { text += " AND i.merged_into IS NULL" }
        if let conversation { text += " AND mine.conversation_id = \(add(.id(conversation)))" }
        if let id { text += " AND i.id = \(add(.id(id)))" }
        if isReminded { text += " AND i.id IN (SELECT insight_id FROM reminders WHERE user_id = $1)" }
        if let source { text += " AND i.message_id = \(add(.id(source)))" }
        if let since { text += " AND i.seq > \(add(.integer(since)))" }
        if !kinds.isEmpty {
            text += " AND i.kind IN (\(kinds.map { add(.text($0.rawValue)) }.joined(separator: ", ")))"
        }
        if !states.isEmpty {
            text += " AND i.state IN (\(states.map { add(.text($0.rawValue)) }.joined(separator: ", ")))"
        }
        switch assignee {
        case .nobody: text += " AND i.assignee_id IS NULL"
        case .user(let user): text += " AND i.assignee_id = \(add(.id(user)))"
        case nil: break
        }
        if let after, !isCounting {
            let place = [
                add(.flag(after.isClosed)), add(.integer(after.dueAt)), add(.integer(after.newness)),
                add(.id(after.source)), add(.text(after.kind)), add(.integer(after.place)), add(.id(after.id)),
            ]
            text += " AND (\(Self.order)) > (\(place.joined(separator: ", ")))"
        }
        return text
    }

    private static let order = "i.is_closed, i.due_at, i.newness, i.message_id, i.kind, i.place, i.id"

    /// The visible insights, in display order.
    /// - Parameters:
    ///   - time: when they are shown, on which the thresholds depend.
    ///   - hasEvents: whether with what later messages say of them; one more query for each action item.
    func records(
        for user: UserID, at time: Timestamp, hasEvents: Bool = true, _ reader: Reader
    ) throws -> [(record: InsightRecord, dueAt: Int64)] {
        let thresholds = try InsightThresholds(at: time, reader)
        var found = try rows(for: user, reader) { row in
            let stored = try InsightRepository.stored(&row)
            return (
                record: InsightRecord(
                    stored, certainty: stored.certainty(by: thresholds), sender: try row.next(), text: try row.next(),
                    assigneeName: try row.next(), senderName: try row.next(), changerName: try row.next(),
                    makerName: try row.next()), dueAt: try row.next(Int64.self)
            )
        }
        for place in found.indices where hasEvents && found[place].record.kind == .action {
            guard let id = found[place].record.id else { continue }
            found[place].record.events = try InsightEvents.visible(of: id, for: user, reader)
        }
        return found
    }

    /// The visible insights in display order, with the revision of each; those that changed after one with their events.
    func revised(
        after: Seq, for user: UserID, at time: Timestamp, _ reader: Reader
    ) throws -> [(record: InsightRecord, revision: Seq)] {
        let thresholds = try InsightThresholds(at: time, reader)
        var found = try rows(for: user, reader) { row in
            let stored = try InsightRepository.stored(&row)
            let record = InsightRecord(
                stored, certainty: stored.certainty(by: thresholds), sender: try row.next(), text: try row.next(),
                assigneeName: try row.next(), senderName: try row.next(), changerName: try row.next(),
                makerName: try row.next())
            row.skip(2)
            return (record: record, revision: try row.next(Seq.self))
        }
        for place in found.indices where found[place].record.kind == .action {
            guard after == 0 || found[place].revision > after, let id = found[place].record.id else { continue }
            found[place].record.events = try InsightEvents.visible(of: id, for: user, reader)
        }
        return found
    }

    /// The visible insights, with the whole texts of their messages.
    func cited(for user: UserID, _ reader: Reader) throws -> [CitedInsight] {
        try rows(for: user, reader) { row in
            let insight = try InsightRepository.stored(&row)
            let (sender, text, name): (UserID, String, String?) = (try row.next(), try row.next(), try row.next())
            row.skip(4)
            return CitedInsight(
                insight: insight, sender: sender, text: text, assigneeName: name, isMoved: try row.next())
        }
    }

    private func rows<Found>(
        for user: UserID, _ reader: Reader, _ body: (inout Row) throws -> Found
    ) throws -> [Found] {
        var values: [SQLValue] = [.id(user)]
        let conditions = conditions(&values)
        values.append(.integer(limit))
        return try reader.all(
            SQL(
                """
                SELECT \(InsightRepository.columns), m.sender_id, m.text, a.name, s.name, b.name, k.name, i.due_at,
                    \(InsightEvents.isMoved), i.revision
                \(Self.visible)\(conditions)
                ORDER BY \(Self.order) LIMIT $\(values.count)
                """), values, body: body)
    }

    /// The number of open action items and deadlines, regardless of the query's kinds and states; without suggested ones.
    func openCount(for user: UserID, at time: Timestamp, _ reader: Reader) throws -> Int {
        let isSure = try InsightThresholds(at: time, reader).isSure
        var asked = self
        asked.kinds = [.action, .deadline]
        asked.states = [.open, .suggestedDone]
        var values: [SQLValue] = [.id(user)]
        let conditions = asked.conditions(&values, isCounting: true)
        values.append(.integer(InsightPage.countLimit))
        return try reader.first(
            SQL(
                """
                SELECT COUNT(*) FROM (
                    SELECT 1 \(Self.visible)\(conditions) AND \(isSure) LIMIT $\(values.count)) AS counted
                """),
            values
        ) { try $0.next() } ?? 0
    }
}

extension InsightRecord {
    fileprivate init(
        _ stored: StoredInsight, certainty: Certainty, sender: UserID, text: String, assigneeName: String,
        senderName: String, changerName: String, makerName: String
    ) {
        self.init(
            id: stored.id, conversation: stored.conversation, source: stored.source, seq: stored.seq, kind: stored.kind,
            text: stored.shownText, assignee: stored.assignee.map { Person(id: $0, name: assigneeName) },
            due: stored.due,
            level: stored.level, state: stored.state,
            isConfirmed: stored.settled.contains(.state) && stored.state != .dismissed, saidBy: stored.saidBy,
            changedBy: stored.changedBy.map { Person(id: $0, name: changerName) }, changedAt: stored.changedAt,
            sender: Person(id: sender, name: senderName), writtenAt: stored.writtenAt,
            excerpt: InsightRecord.excerpt(of: text), certainty: certainty, isMade: stored.isMade,
            madeBy: stored.madeBy.map { Person(id: $0, name: makerName) },
            replaces: stored.replaces,
            evidence: stored.span.map { Evidence(start: Int64($0.start), length: Int64($0.length)) })
    }

    /// The beginning of a text as it is shown, on one line: without its marks.
    static func excerpt(of text: String) -> String {
        let line = FormattedText(text).words.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count <= excerptLimit ? line : String(line.prefix(excerptLimit - 1)) + "…"
    }
}
