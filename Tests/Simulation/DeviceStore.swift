@testable import NexusClient
import NexusCore

/// A device's durable store.
protocol DeviceStore {
    /// One transaction: all or nothing.
    func apply(_ mutations: [StoreMutation]) throws
    /// The process crashed.
    func crash()
    /// The snapshot for restoring an engine.
    func snapshot() throws -> SyncSnapshot
    /// The stored messages of a conversation, in order.
    func timeline(_ id: ConversationID) throws -> [Message]
    /// The outbox, in order.
    func outbox() throws -> [OutboxEntry]
    /// The user's own messages written or deleted since then; the newest if more than `limit`.
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
