import NexusCore

/// Detects what another process has stored, by the cursors.
struct StoreFollower {
    private let store: LocalStore
    private var version: Int64
    private var known: SyncSnapshot?

    init(_ store: LocalStore) throws(ClientError) {
        self.store = store
        version = try store.foreignVersion()
        known = try store.snapshot()
    }

    /// The changes since the last call, like those that the other process's observers get.
    mutating func events() throws(ClientError) -> [ClientEvent] {
        let version = try store.foreignVersion()
        guard version != self.version else { return [] }
        self.version = version
        guard let snapshot = try store.snapshot() else { throw .signedOut }
        defer { known = snapshot }
        var change = StoreChange()
        var arrived: [Message] = []
        var before: [ConversationID: SyncSnapshot.Item] = [:]
        for item in known?.conversations ?? [] { before[item.record.info.id] = item }
        for item in snapshot.conversations {
            let id = item.record.info.id
            let old = before.removeValue(forKey: id)
            guard item != old else { continue }
            change.conversations.insert(id)
            let members = item.members.filter { member in old?.members.contains(member) != true }
            if !members.isEmpty { change.members[id] = members }
            let cursor = old?.record.cursor ?? 0
            let messages = try store.messages(in: id, changedAfter: cursor)
            change.messages += messages
            if old != nil { arrived += messages.filter { $0.seq > cursor && $0.sender != snapshot.profile.user.id } }
        }
        change.removed = Set(before.keys)
        change.conversations.formUnion(before.keys)
        change.outbox = snapshot.outbox != known?.outbox
        change.profile = snapshot.profile != known?.profile
        change.own = snapshot.own != known?.own
        return (change.isEmpty ? [] : [.changed(change)]) + arrived.map { .arrived($0) }
    }
}
