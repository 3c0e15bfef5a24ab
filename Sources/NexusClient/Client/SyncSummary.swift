import NexusCore

/// What ``NexusClient/sync(within:)-(Duration)`` did.
public struct SyncSummary: Equatable, Sendable {
    /// Whether the device is in sync with the server, and if not, why.
    public var outcome: SyncOutcome
    /// The new messages of others, by conversation and in order; at most ``arrivedLimit``, the newest. Those of
    /// conversations that are new on this device are not among them.
    public var arrived: [Message]
    /// The number of the user's operations that the server took.
    public var sent: Int
    /// The number of operations that the server refused meanwhile; they stay in the outbox with the reason.
    public var refused: Int
    /// The number of the user's operations that still wait.
    public var waiting: Int

    /// Whether everything that waited is answered, and everything the server has is here.
    public var isComplete: Bool { outcome == .settled }

    /// The maximum of ``arrived``.
    public static let arrivedLimit = 1_000

    public init(outcome: SyncOutcome, arrived: [Message] = [], sent: Int = 0, refused: Int = 0, waiting: Int = 0) {
        self.outcome = outcome
        self.arrived = arrived
        self.sent = sent
        self.refused = refused
        self.waiting = waiting
    }
}

/// The positions of a device before a synchronization.
struct SyncMark {
    private let cursors: [ConversationID: Seq]
    private let waiting: Set<OperationID>
    private let failed: Set<OperationID>

    init(_ snapshot: SyncSnapshot) {
        var cursors: [ConversationID: Seq] = [:]
        for item in snapshot.conversations { cursors[item.record.info.id] = item.record.cursor }
        self.cursors = cursors
        waiting = Set(snapshot.outbox.filter { $0.isUnsent }.map(\.operation.id))
        failed = Set(snapshot.outbox.filter { $0.isFailed }.map(\.operation.id))
    }

    /// The difference to the present state of the store.
    ///
    /// - Throws: ``ClientError/signedOut`` once the profile has no user; ``ClientError/storeUnavailable(_:)``.
    func summary(_ outcome: SyncOutcome, of store: LocalStore) throws(ClientError) -> SyncSummary {
        guard let snapshot = try store.snapshot() else { throw .signedOut }
        var summary = SyncSummary(outcome: outcome)
        for item in snapshot.conversations {
            // A cursor below 0 is of an earlier epoch: everything is fetched again.
            guard let cursor = cursors[item.record.info.id], cursor >= 0, item.record.cursor > cursor else { continue }
            let rows = try store.messages(in: item.record.info.id, changedAfter: cursor)
            summary.arrived += rows.filter { $0.seq > cursor && $0.sender != snapshot.profile.user.id && $0.isSaid }
        }
        summary.arrived = summary.arrived.suffix(SyncSummary.arrivedLimit)
        let unsent = Set(snapshot.outbox.filter { $0.isUnsent }.map(\.operation.id))
        let refused = Set(snapshot.outbox.filter { $0.isFailed }.map(\.operation.id))
        summary.waiting = unsent.count
        summary.refused = refused.subtracting(failed).count
        summary.sent = waiting.subtracting(unsent).subtracting(refused).count
        return summary
    }
}

extension OutboxEntry {
    /// Whether it is a mutation of the user that waits; receipts and settings do not count.
    fileprivate var isUnsent: Bool {
        switch operation.kind {
        case .receipt, .updateSettings: false
        default: state == .waiting
        }
    }

    fileprivate var isFailed: Bool { if case .failed = state { true } else { false } }
}
