@testable import NexusClient
import NexusCore

/// Where a device keeps what must outlive its engine.
protocol DeviceStore {
    /// One transaction: all or nothing.
    func apply(_ mutations: [StoreMutation]) throws
    /// The process that used it is gone, without a word.
    func crash()
    /// What an engine is restored from.
    func snapshot() throws -> SyncSnapshot
    /// The held messages of a conversation, in order.
    func timeline(_ id: ConversationID) throws -> [Message]
    /// What waits or was refused, in the order it was written.
    func outbox() throws -> [OutboxEntry]
    /// The person's own messages that were written or deleted since then; of more than `limit` the newest.
    func ownMessages(since: Timestamp, limit: Int) throws -> [Message]
}

/// The SDK's own store, in memory.
struct ClientStore: DeviceStore {
    private let store: LocalStore

    init(profile: Profile) throws {
        store = try .inMemory()
        try store.apply([.putProfile(profile)])
    }

    func apply(_ mutations: [StoreMutation]) throws { try store.apply(mutations) }

    func crash() {}

    func snapshot() throws -> SyncSnapshot {
        guard let snapshot = try store.snapshot() else { throw SimulationFailure("a store belongs to somebody") }
        return snapshot
    }

    func timeline(_ id: ConversationID) throws -> [Message] { try store.messages(in: id, from: 0) }

    func outbox() throws -> [OutboxEntry] { try store.outbox() }

    func ownMessages(since: Timestamp, limit: Int) throws -> [Message] {
        try store.ownMessages(since: since, limit: limit)
    }
}
