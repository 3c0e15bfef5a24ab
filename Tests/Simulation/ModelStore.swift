import NexusCore

/// A device's store as `StoreMutation` documents it, in memory.
final class ModelStore: DeviceStore {
    private var rows: ModelRows
    /// The rows before the last transaction, if a fault needs them.
    private var earlier: ModelRows?
    private let plant: PlantedFault?

    init(profile: Profile, plant: PlantedFault?) {
        rows = ModelRows(profile: profile)
        self.plant = plant
    }

    func apply(_ mutations: [StoreMutation]) {
        if plant == .losesLastTransaction { earlier = rows }
        for mutation in mutations {
            if plant == .keepsWhatWasLeft, case .removeConversation = mutation { continue }
            // Only if the conversation is stored again at once.
            if plant == .keepsLostMessages, mutations.count > 1, case .removeConversation = mutation { continue }
            if plant == .forgetsDescription, case .putConversation(var record) = mutation {
                (record.info.about, record.info.picture) = ("", nil)
                rows.apply(.putConversation(record))
                continue
            }
            rows.apply(mutation)
        }
    }

    func crash() {
        if let earlier { rows = earlier }
    }

    func timeline(_ id: ConversationID) -> [Message] { rows.timeline(id) }

    func outbox() -> [OutboxEntry] { rows.outbox }

    func snapshot() -> SyncSnapshot { rows.snapshot }

    func ownMessages(since: Timestamp, limit: Int) -> [Message] { rows.ownMessages(since: since, limit: limit) }
}

private struct ModelRows {
    private var profile: Profile
    private var since: Timestamp?
    private var clockOffset: Int64 = 0
    private var records: [ConversationID: ConversationRecord] = [:]
    private var members: [ConversationID: [UserID: Member]] = [:]
    private var messages: [ConversationID: [MessageID: Message]] = [:]
    private var operations: [OperationID: OutboxEntry] = [:]
    private var ownCursor: Seq = 0
    private var settings: [ConversationID: ConversationSettings] = [:]
    private var relations: [UserID: Relation] = [:]
    private var epoch: EpochID?
    private var insights: [ConversationID: InsightState] = [:]
    private var insightsThrough: Seq = 0

    init(profile: Profile) { self.profile = profile }

    mutating func apply(_ mutation: StoreMutation) {
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
            insights[id] = nil
        case .putOperation(let entry):
            operations[entry.operation.id] = entry
        case .removeOperation(let id):
            operations[id] = nil
        case .putProfile(let profile):
            self.profile = profile
        case .putClock(let since, let offset):
            self.since = since
            clockOffset = offset
        case .putOwn(let cursor, let settings, let relations):
            ownCursor = cursor
            for row in settings { self.settings[row.conversation] = row }
            for row in relations { self.relations[row.user] = row }
        case .putInsights(let id, let cursor, let kept, let rows):
            let held = (insights[id]?.rows ?? []).filter { row in !rows.contains { $0.id == row.id } } + rows
            insights[id] = InsightState(
                cursor: cursor, rows: kept.compactMap { kept in held.first { $0.id == kept } })
        case .putInsightsThrough(let revision): insightsThrough = revision
        case .outdateInsights:
            insightsThrough = 0
            for id in insights.keys { insights[id]?.cursor = 0 }
        case .removeOwn:
            settings = [:]
            relations = [:]
        case .putEpoch(let epoch):
            self.epoch = epoch
        }
    }

    func ownMessages(since: Timestamp, limit: Int) -> [Message] {
        let me = profile.user.id
        let own = messages.values.flatMap(\.values).filter {
            $0.sender == me && $0.event == nil && ($0.writtenAt >= since || $0.deletedAt ?? .zero >= since)
        }
        return Array(own.sorted { ($0.writtenAt, $0.id) < ($1.writtenAt, $1.id) }.suffix(limit))
    }

    func timeline(_ id: ConversationID) -> [Message] { (messages[id] ?? [:]).values.sorted { $0.seq < $1.seq } }

    var outbox: [OutboxEntry] { operations.values.sorted { $0.order < $1.order } }

    var snapshot: SyncSnapshot {
        let me = profile.user.id
        let items = records.keys.sorted().compactMap { id -> SyncSnapshot.Item? in
            guard let record = records[id] else { return nil }
            let held = timeline(id)
            let unread = held.filter { $0.sender != me && $0.isSaid && $0.seq > record.read }
            return SyncSnapshot.Item(
                record: record, members: (members[id] ?? [:]).values.sorted { $0.user < $1.user },
                newest: held.last { $0.event == nil },
                unread: unread.map(\.seq), mentions: unread.filter { $0.mentions.names(me) }.map(\.seq),
                mentionSenders: unread.filter { $0.mentions.names(me) }.map(\.sender))
        }
        return SyncSnapshot(
            profile: profile, since: since, clockOffset: clockOffset, conversations: items,
            own: UserSettingsState(
                cursor: ownCursor, settings: Array(settings.values), relations: Array(relations.values)),
            outbox: outbox, epoch: epoch, insights: insights, insightsThrough: insightsThrough)
    }
}
