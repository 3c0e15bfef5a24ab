/// The list of conversations on a screen that stays open: it follows what the engine asks for, and each look yields the rows that
/// changed since the last, made anew for the conversations that were touched alone.
public struct ConversationListing: Sendable {
    public struct Changes: Equatable, Sendable {
        /// Rows that are new or look otherwise.
        public var rows: [ConversationRow]
        /// All conversations in the order of the list; `nil` where that is as it was.
        public var order: [ConversationID]?

        public var isEmpty: Bool { rows.isEmpty && order == nil }
    }

    /// The rows as they were told last, in their order.
    private var told: [ConversationRow] = []
    /// Conversations whose row may look otherwise.
    private var touched: [ConversationID] = []
    private var isAllTouched = true
    /// Conversations whose row waits for one that comes before it and is not here yet.
    private var heldBack: [ConversationID] = []

    public init() {}

    /// What is unread and worth attention in the rows that were told last: the number on the badge.
    public var badge: Int { told.reduce(0) { $0 + $1.badge } }

    /// The engine asks for this.
    public mutating func note(_ effect: SyncEffect) {
        switch effect {
        case .store(let mutations):
            for mutation in mutations { note(mutation) }
        case .redraw(.typing(let conversation)):
            touch(conversation)
        case .redraw(.own): isAllTouched = true
        case .redraw(.presence(let people)):
            for row in told {
                if let other = row.other, people.contains(other) { touch(row.id) }
            }
        default: break
        }
    }

    private mutating func note(_ mutation: StoreMutation) {
        switch mutation {
        case .upsertMessages(let messages): for message in messages { touch(message.conversation) }
        case .upsertMembers(let conversation, _), .removeConversation(let conversation): touch(conversation)
        case .putConversation(let record): touch(record.info.id)
        case .putOperation(let entry):
            switch entry.operation.kind {
            case .updateSettings(let conversation, _): touch(conversation)
            case .updateRelation: isAllTouched = true
            default: if let conversation = entry.operation.conversation { touch(conversation) }
            }
        case .putOwn(_, let settings, let relations):
            for row in settings { touch(row.conversation) }
            if !relations.isEmpty { isAllTouched = true }
        // Which conversation it was of is not known any more; where none waited, none shows.
        case .removeOperation: for row in told where row.waiting > 0 || row.failed > 0 { touch(row.id) }
        case .putProfile, .removeOwn: isAllTouched = true
        case .putClock, .putEpoch: break
        }
    }

    private mutating func touch(_ conversation: ConversationID) {
        // Most of what comes together is of one conversation.
        if touched.last != conversation, !touched.contains(conversation) { touched.append(conversation) }
    }

    public mutating func changes(in engine: SyncEngine) -> Changes {
        defer {
            touched = []
            isAllTouched = false
        }
        let waiting = heldBack
        heldBack = []
        for id in waiting { touch(id) }
        return isAllTouched ? everything(in: engine) : changesOfTouched(in: engine)
    }

    private mutating func everything(in engine: SyncEngine) -> Changes {
        let before = told
        told = engine.conversationRows().filter { row in
            before.contains { $0.id == row.id } || !holdsBack(row, in: engine)
        }
        let changed = told.filter { row in before.first { $0.id == row.id } != row }
        let isReordered = !told.elementsEqual(before) { $0.id == $1.id }
        return Changes(rows: changed, order: isReordered ? told.map { $0.id } : nil)
    }

    private mutating func changesOfTouched(in engine: SyncEngine) -> Changes {
        var changed: [ConversationRow] = []
        var isReordered = false
        for id in touched {
            let row = engine.listedRow(id)
            let position = told.firstIndex { $0.id == id }
            if let row, let position, !row.comes(before: told[position]), !told[position].comes(before: row) {
                if told[position] != row { changed.append(row) }
                told[position] = row
                continue
            }
            if position == nil, row.map({ holdsBack($0, in: engine) }) ?? true { continue }
            isReordered = true
            if let position { told.remove(at: position) }
            guard let row else { continue }
            changed.append(row)
            told.insert(row, at: told.firstIndex { row.comes(before: $0) } ?? told.count)
        }
        return Changes(rows: changed, order: isReordered ? told.map { $0.id } : nil)
    }
}

extension ConversationListing {
    /// Keeps a row back that one still to come would push down.
    private mutating func holdsBack(_ row: ConversationRow, in engine: SyncEngine) -> Bool {
        guard engine.firstLoad.awaits(before: row.place) else { return false }
        heldBack.append(row.id)
        return true
    }
}

/// Whether there is a connection, and what waits for it.
public struct ConnectionSummary: Equatable, Sendable {
    public var isOnline: Bool
    /// Since when there is none, by the device's clock.
    public var offlineSince: Timestamp?
    /// Operations of the person that wait to be sent; receipts do not count.
    public var waiting: Int
    /// Whether everything that moved while this device was away is here.
    public var isCaughtUp: Bool
}

extension SyncEngine {
    public var connectionSummary: ConnectionSummary {
        ConnectionSummary(
            isOnline: connection.isOpen, offlineSince: connection.isOpen ? nil : offlineSince,
            waiting: outbox.unsentCount, isCaughtUp: isCaughtUp)
    }
}
