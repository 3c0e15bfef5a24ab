import NexusCore
import NexusDatabase
import NexusIntelligence

/// An insight as stored in its row.
struct StoredInsight: Equatable, Sendable {
    var id: InsightID
    var conversation: ConversationID
    var seq: Seq
    var kind: InsightRecord.Kind
    var source: MessageID
    var text: String
    /// The message whose words `text` has beside those of the source. Who does not see that message does not see the
    /// insight.
    var borrowsFrom: MessageID?
    /// A language model's wording of `text`.
    var wording: String?
    var assignee: UserID?
    var due: InsightRecord.Due?
    var level: InsightRecord.Level
    var state: InsightRecord.State
    var saidBy: MessageID?
    /// The message whose suggestion a member rejected.
    var declined: MessageID?
    var settled: InsightFields
    var changedBy: UserID?
    var changedAt: Timestamp?
    var writtenAt: Timestamp
    /// The words that state it; nil if they are not known.
    var span: TextSpan?
    var confidence: Confidence
    /// The confidence of rules and trained reader; nil if they do not find it.
    var ruled: Confidence?
    /// What the language model says of it.
    var modelSays = ModelVerdict.unread
    /// The text as extracted; nil for one that a member made, or that was extracted before this was kept.
    var words: String?
    /// Of a decision: the message of the one that it replaces.
    var replaces: MessageID?
    var isMade = false
    /// The member who made it; nil if that was not kept.
    var madeBy: UserID?
    /// The one that members merged it into: it is not shown.
    var mergedInto: InsightID?
    /// What later messages say of it. Queries of several insights leave them out.
    var events: [InsightEvent] = []

    /// The extracted values.
    init(_ found: FoundInsight, in conversation: ConversationID, seq: Seq, writtenAt: Timestamp) {
        id = .found(in: found.source, kind: found.kind.rawValue, at: found.span.start)
        self.conversation = conversation
        self.seq = seq
        self.writtenAt = writtenAt
        kind = found.kind
        source = found.source
        text = found.text
        borrowsFrom = found.borrowsFrom
        assignee = found.assignee
        due = found.due
        level = found.level
        state = found.state
        saidBy = found.saidBy
        settled = []
        span = found.span
        confidence = found.confidence
        ruled = found.confidence
        words = found.text
        replaces = found.replaces
        events = found.events
    }

    /// Takes the extracted values, except fields that members have edited.
    func updated(by found: FoundInsight) -> StoredInsight {
        var next = self
        next.span = found.span
        next.confidence = found.confidence
        next.ruled = found.confidence
        next.words = isMade ? nil : found.text
        next.replaces = found.replaces
        next.events = found.events
        if !settled.contains(.text) {
            next.text = found.text
            next.borrowsFrom = found.borrowsFrom
        }
        if !settled.contains(.assignee) { next.assignee = found.assignee }
        if !settled.contains(.due) { next.due = found.due }
        if !settled.contains(.level) { next.level = found.level }
        if !settled.contains(.state) {
            next.state = found.state
            next.saidBy = found.saidBy
        } else if state.isOpen {
            // A member keeps it open: a message's report is a suggestion, once.
            let isSuggested = found.state == .suggestedDone && found.saidBy != declined
            next.state = isSuggested ? .suggestedDone : .open
            next.saidBy = isSuggested ? found.saidBy : nil
        }
        return next
    }

    /// The displayed text: members' wording wins.
    var shownText: String { settled.contains(.text) ? text : wording ?? text }

    /// Whether a member has made it, confirmed it or edited it, or the extraction is sure enough.
    func certainty(by thresholds: InsightThresholds) -> InsightRecord.Certainty {
        if !settled.isEmpty { return .confirmed }
        return confidence < thresholds[kind] ? .suggested : .likely
    }

    /// For ordering: when its date ends, and the greatest integer without one.
    var dueAt: Int64 {
        guard let due, let date = DueDate(iso8601: due.text) else { return .max }
        return date.end(in: WritingZone(named: due.zone) ?? .utc).milliseconds
    }
}

/// The insight as extracted.
struct FoundInsight: Equatable, Sendable {
    var kind: InsightRecord.Kind
    var source: MessageID
    var text: String
    var span: TextSpan
    var confidence = Confidence.certain
    var assignee: UserID?
    var due: InsightRecord.Due?
    var level = InsightRecord.Level.medium
    var state = InsightRecord.State.open
    var saidBy: MessageID?
    var replaces: MessageID?
    /// The message whose words `text` has beside those of the source.
    var borrowsFrom: MessageID?
    var events: [InsightEvent] = []

    /// Whether a later message gave it another date or assignee.
    var isMoved: Bool { events.contains { $0.kind == .moved || $0.kind == .reassigned } }
}

/// An insight by where its words are.
struct InsightPlace: Hashable, Sendable {
    var source: MessageID
    /// UTF-8 bytes of the source's text before them.
    var start: Int
}
