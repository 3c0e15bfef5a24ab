/// The list of conversations on a screen that stays open: each look yields the rows that changed since the last.
public struct ConversationListing: Sendable {
    public struct Changes: Equatable, Sendable {
        /// Rows that are new or look otherwise.
        public var rows: [ConversationRow]
        /// All conversations in the order of the list; `nil` where that is as it was.
        public var order: [ConversationID]?

        public var isEmpty: Bool { rows.isEmpty && order == nil }
    }

    private var told: [ConversationID: ConversationRow] = [:]
    private var order: [ConversationID] = []

    public init() {}

    public mutating func changes(in engine: SyncEngine) -> Changes {
        let rows = engine.conversationRows()
        let changed = rows.filter { told[$0.id] != $0 }
        let order = rows.map { $0.id }
        let isReordered = order != self.order
        if isReordered {
            for id in Set(self.order).subtracting(order) { told[id] = nil }
            self.order = order
        }
        for row in changed { told[row.id] = row }
        return Changes(rows: changed, order: isReordered ? order : nil)
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
        let waiting = outbox.entries.count { entry in
            if case .receipt = entry.operation.kind { return false }
            return entry.state == .waiting
        }
        return ConnectionSummary(
            isOnline: connection.isOpen, offlineSince: connection.isOpen ? nil : offlineSince, waiting: waiting,
            isCaughtUp: isCaughtUp)
    }
}
