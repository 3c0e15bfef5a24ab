/// The list of conversations on an open screen: it follows the engine's effects, and each update has the rows that
/// changed, rebuilt only for touched conversations.
public struct ConversationListing: Sendable {
    public struct Changes: Equatable, Sendable {
        /// New or changed rows.
        public var rows: [ConversationRow]
        /// All conversations in order; `nil` if the order is unchanged.
        public var order: [ConversationID]?

        public var isEmpty: Bool { rows.isEmpty && order == nil }
    }

    /// The last rows, in order.
    private var told: [ConversationRow] = []
    /// Conversations whose row may have changed.
    private var touched: [ConversationID] = []
    private var isAllTouched = true
    /// Conversations whose row waits for an earlier one that is still loading.
    private var heldBack: [ConversationID] = []

    public init() {}

    /// The badge of the last rows.
    public var badge: Int { told.reduce(0) { $0 + $1.badge } }

    /// An effect of the engine.
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
        // Its conversation is unknown; a conversation without pending operations shows none.
        case .removeOperation: for row in told where row.waiting > 0 || row.failed > 0 { touch(row.id) }
        case .putProfile, .removeOwn: isAllTouched = true
        case .putClock, .putEpoch, .putInsights, .putInsightsThrough, .outdateInsights: break
        }
    }

    private mutating func touch(_ conversation: ConversationID) {
        // Most effects of a batch concern one conversation.
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
    /// Holds a row back that a loading one would push down.
    private mutating func holdsBack(_ row: ConversationRow, in engine: SyncEngine) -> Bool {
        guard engine.firstLoad.awaits(before: row.place) else { return false }
        heldBack.append(row.id)
        return true
    }
}

/// The state of the connection, and the queue.
public struct ConnectionSummary: Equatable, Sendable {
    public var isOnline: Bool
    /// The time since when it is offline, by the device's clock.
    public var offlineSince: Timestamp?
    /// The user's queued operations, without receipts.
    public var waiting: Int
    /// Whether all changes from before this connection have arrived.
    public var isCaughtUp: Bool
}

extension SyncEngine {
    public var connectionSummary: ConnectionSummary {
        ConnectionSummary(
            isOnline: connection.isOpen, offlineSince: connection.isOpen ? nil : offlineSince,
            waiting: outbox.unsentCount, isCaughtUp: isCaughtUp)
    }
}
