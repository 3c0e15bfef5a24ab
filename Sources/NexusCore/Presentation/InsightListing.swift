/// An insight as a screen shows it.
public struct InsightRow: Equatable, Sendable {
    /// With pending changes applied.
    public var record: InsightRecord
    /// Whether a change of it waits in the outbox.
    public var isWaiting: Bool

    public init(record: InsightRecord, isWaiting: Bool = false) {
        self.record = record
        self.isWaiting = isWaiting
    }
}

/// A selection of insights; empty for all.
public struct InsightSelection: Equatable, Sendable {
    public enum Assignee: Equatable, Sendable {
        case me
        case nobody
        case user(UserID)
    }

    public var conversation: ConversationID?
    public var message: MessageID?
    public var id: InsightID?
    public var kinds: [InsightRecord.Kind]
    public var states: [InsightRecord.State]
    public var assignee: Assignee?

    public init(
        conversation: ConversationID? = nil, message: MessageID? = nil, id: InsightID? = nil,
        kinds: [InsightRecord.Kind] = [], states: [InsightRecord.State] = [], assignee: Assignee? = nil
    ) {
        self.conversation = conversation
        self.message = message
        self.id = id
        self.kinds = kinds
        self.states = states
        self.assignee = assignee
    }

    func includes(_ record: InsightRecord, for me: UserID) -> Bool {
        if let conversation, record.conversation != conversation { return false }
        if let message, record.source != message { return false }
        if let id, record.id != id { return false }
        if !kinds.isEmpty, !kinds.contains(record.kind) { return false }
        if !states.isEmpty, !states.contains(record.state) { return false }
        switch assignee {
        case nil: return true
        case .me: return record.assignee?.id == me
        case .nobody: return record.assignee == nil
        case .user(let user): return record.assignee?.id == user
        }
    }
}

/// The insights on this device that match a selection.
public struct InsightListing: Equatable, Sendable {
    /// Open ones first, then by due date, then the newest.
    public var rows: [InsightRow] = []
    /// The open action items and deadlines of the selected conversations and people, without suggested ones, regardless of
    /// kinds and states.
    public var open = 0
    /// Whether these are all: false before the server has sent them, and where a conversation may have more than a device
    /// keeps.
    public var isComplete = true
    /// All insights of the selected conversations on this device, matching or not.
    public var known: Set<InsightID> = []

    public init() {}
}

extension SyncEngine {
    /// The insights that match a selection, with pending changes applied. Without those of people the user has blocked, of
    /// messages they have deleted for themself, and of conversations that AI may not read.
    public func insights(matching selection: InsightSelection) -> InsightListing {
        var listing = InsightListing()
        guard profile.showsAI else { return listing }
        let view = ownView
        let blocked = view.blocked
        var counted = selection
        counted.kinds = [.action, .deadline]
        counted.states = [.open, .suggestedDone]
        for (id, state) in conversations where selection.conversation.map({ $0 == id }) ?? true {
            guard state.record.info.allowsAI else { continue }
            let held = insights[id]
            if held.map({ $0.rows.count >= InsightRows.limit }) ?? !state.isLocalOnly { listing.isComplete = false }
            let deleted = view.settings(of: id).deleted
            for row in pending(in: state, over: held?.rows ?? []) {
                let record = row.record
                if let id = record.id { listing.known.insert(id) }
                guard !blocked.contains(record.sender.id), record.seq == 0 || !deleted.holds(record.seq) else {
                    continue
                }
                if record.certainty != .suggested, counted.includes(record, for: me) { listing.open += 1 }
                if selection.includes(record, for: me) { listing.rows.append(row) }
            }
        }
        listing.rows = listing.rows.arranged { $0.record.comes(before: $1.record) }
        return listing
    }

    /// The insights of a conversation with the outbox applied.
    private func pending(in state: ConversationState, over records: [InsightRecord]) -> [InsightRow] {
        var changes = InsightChanges(records.map { InsightRow(record: $0) }, of: state, me: profile.user)
        for entry in outbox.entries(of: state.id) {
            guard case .insight(_, let mutation) = entry.operation.kind else { continue }
            if case .failed = entry.state { continue }
            changes.apply(mutation, at: entry.createdAt, isWaiting: entry.state == .waiting)
        }
        return changes.rows
    }
}

extension InsightRecord {
    /// The display order. A date is compared by day and time as written: the device knows no time zones.
    func comes(before other: InsightRecord) -> Bool {
        if state.isOpen != other.state.isOpen { return state.isOpen }
        let (mine, theirs) = (due?.place ?? "~", other.due?.place ?? "~")
        if mine != theirs { return mine < theirs }
        if writtenAt != other.writtenAt { return writtenAt > other.writtenAt }
        if source != other.source { return source < other.source }
        if let id, let theirs = other.id { return id < theirs }
        return false
    }
}

extension InsightRecord.Due {
    /// Sorts by day and time; a day without a time comes after its times.
    fileprivate var place: String { text.utf8.count <= 10 ? text + "~" : text }
}
