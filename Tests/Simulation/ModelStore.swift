import NexusCore

/// A device's store as `StoreMutation` documents it, in memory. It outlives crashes of its engine.
struct ModelStore {
    private(set) var profile: Profile
    private(set) var since: Timestamp?
    private(set) var clockOffset: Int64 = 0
    private(set) var records: [ConversationID: ConversationRecord] = [:]
    private(set) var members: [ConversationID: [UserID: Member]] = [:]
    private(set) var messages: [ConversationID: [MessageID: Message]] = [:]
    private(set) var outbox: [OperationID: OutboxEntry] = [:]

    init(profile: Profile) { self.profile = profile }

    mutating func apply(_ mutations: [StoreMutation]) {
        for mutation in mutations { apply(mutation) }
    }

    private mutating func apply(_ mutation: StoreMutation) {
        switch mutation {
        case .upsertMessages(let rows):
            for row in rows {
                if let held = messages[row.conversation]?[row.id], held.changed > row.changed { continue }
                messages[row.conversation, default: [:]][row.id] = row
            }
        case .upsertMembers(let conversation, let rows):
            for row in rows {
                if let held = members[conversation]?[row.user], held.changed > row.changed { continue }
                members[conversation, default: [:]][row.user] = row
            }
        case .putConversation(let record):
            records[record.info.id] = record
        case .removeConversation(let id):
            records[id] = nil
            members[id] = nil
            messages[id] = nil
        case .putOperation(let entry):
            outbox[entry.operation.id] = entry
        case .removeOperation(let id):
            outbox[id] = nil
        case .putProfile(let profile):
            self.profile = profile
        case .putClock(let since, let offset):
            self.since = since
            clockOffset = offset
        }
    }

    /// The held messages of a conversation, in order.
    func timeline(_ id: ConversationID) -> [Message] { (messages[id] ?? [:]).values.sorted { $0.seq < $1.seq } }

    /// What an engine is restored from.
    var snapshot: SyncSnapshot {
        let me = profile.user.id
        let items = records.keys.sorted().compactMap { id -> SyncSnapshot.Item? in
            guard let record = records[id] else { return nil }
            let held = timeline(id)
            return SyncSnapshot.Item(
                record: record, members: (members[id] ?? [:]).values.sorted { $0.user < $1.user }, newest: held.last,
                unread: held.filter { $0.sender != me && !$0.isDeleted && $0.seq > record.read }.map(\.seq))
        }
        return SyncSnapshot(
            profile: profile, since: since, clockOffset: clockOffset, conversations: items,
            outbox: outbox.values.sorted { $0.order < $1.order })
    }
}
