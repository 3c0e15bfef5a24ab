/// The list of conversations on a screen that stays open: each look yields the rows that changed since the last.
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

    public init() {}

    public mutating func changes(in engine: SyncEngine) -> Changes {
        let rows = engine.conversationRows()
        var changed: [ConversationRow] = []
        var isReordered = rows.count != told.count
        for (position, row) in rows.enumerated() {
            // Most rows are where they were.
            if position < told.count, told[position].id == row.id {
                if told[position] != row { changed.append(row) }
                continue
            }
            isReordered = true
            if told.first(where: { $0.id == row.id }) != row { changed.append(row) }
        }
        told = rows
        return Changes(rows: changed, order: isReordered ? rows.map { $0.id } : nil)
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
