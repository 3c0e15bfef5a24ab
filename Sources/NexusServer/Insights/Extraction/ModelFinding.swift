import NexusCore
import NexusIntelligence

/// What a language model found in a message, checked and stored.
struct ModelFinding: Equatable, Sendable {
    var seq: Seq
    var source: MessageID
    var sender: UserID
    var kind: InsightRecord.Kind
    var span: TextSpan
    var text: String
    var assignee: UserID?
    var due: InsightRecord.Due?
    var relation: CheckedRecord.Relation?
    /// The earlier insight; only with a relation.
    var related: InsightID?
    /// The message whose words `text` has beside those of the source.
    var borrowsFrom: MessageID?

    init(
        seq: Seq, source: MessageID, sender: UserID, kind: InsightRecord.Kind, span: TextSpan, text: String,
        assignee: UserID? = nil, due: InsightRecord.Due? = nil, relation: CheckedRecord.Relation? = nil,
        related: InsightID? = nil, borrowsFrom: MessageID? = nil
    ) {
        self.seq = seq
        self.source = source
        self.sender = sender
        self.kind = kind
        self.span = span
        self.text = text
        self.assignee = assignee
        self.due = due
        self.relation = relation
        self.related = related
        self.borrowsFrom = borrowsFrom
    }

    init(_ record: CheckedRecord, in line: InsightReading.Line) {
        self.init(
            seq: line.seq, source: record.source, sender: line.message.sender, kind: record.kind, span: record.span,
            text: record.text, assignee: record.assignee,
            due: record.due.map {
                InsightRecord.Due(text: $0.iso8601, zone: line.zone.name, isServerZone: line.zone.isServers)
            }, relation: record.relation, related: record.related, borrowsFrom: record.borrowsFrom)
    }

    /// What it does to an earlier action item; nil for a record of its own.
    var event: InsightEvent.Kind? {
        guard case .event(let kind)? = relation else { return nil }
        return kind
    }

    /// Whether it is the insight of a row.
    func isSame(as row: StoredInsight) -> Bool {
        guard event == nil, row.source == source, row.kind == kind else { return false }
        // A message has one priority.
        if kind == .priority { return true }
        if let span = row.span {
            return span.start < self.span.start + self.span.length && self.span.start < span.start + span.length
        }
        return InsightMatching.isLike(text, row)
    }

    /// The insight, if nothing else found it.
    var found: FoundInsight {
        var found = FoundInsight(
            kind: kind, source: source, text: text, span: span, confidence: InsightPolicy.disputed, assignee: assignee)
        found.due = due
        found.borrowsFrom = borrowsFrom
        if kind == .priority { found.level = .high }
        return found
    }
}
