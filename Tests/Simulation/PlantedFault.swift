import NexusBus
@testable import NexusCore

@testable import NexusServer

/// A fault planted into a run, to show that the rules detect it. Each acts between the state machines, the store and
/// the services; the product has no switch for any of them.
enum PlantedFault: String, CaseIterable {
    /// The server applies a repeated operation again.
    case skipsIdempotency
    /// The server acknowledges, then crashes before the commit.
    case acknowledgesBeforeCommit
    /// The server does not write the heads of conversations with the commit.
    case losesHeads
    /// The server accepts a receipt that moves back.
    case movesReceiptsBack
    /// The server sends frames to former members.
    case tellsWhoLeft
    /// The server omits a message in catch-up.
    case leavesOutOfCatchUp
    /// The client forgets a gap.
    case forgetsGap
    /// The client drops a change that skips others, and requests nothing.
    case dropsSkippedChange
    /// The client applies a change that skips others.
    case appliesSkippedChange
    /// The client does not count unread messages in gaps.
    case ignoresUnreadInGaps
    /// The client does not count mentions in gaps.
    case ignoresMentionsInGaps
    /// The client restarts with an empty outbox.
    case dropsOutbox
    /// The client reorders its outbox in a restart.
    case reordersOutbox
    /// The client sends an operation before it is stored.
    case sendsBeforeStore
    /// The client's store is not atomic: a crash leaves the cursor without the rows.
    case tearsTransaction
    /// The client's store sometimes writes the cursor without the messages.
    case advancesWithoutStoring
    /// The client's store is not durable: a crash takes the last transaction.
    case losesLastTransaction
    /// The client's store keeps conversations that the user left.
    case keepsWhatWasLeft
    /// The client removes an operation from its outbox when it is sent, not when it is acknowledged.
    case forgetsUnanswered
    /// The client considers an upload complete when it begins.
    case sendsBeforeUploaded
    /// The client sends messages written after a picture during its upload.
    case sendsPastUpload
    /// The client sends the text alone of a post that the server may have with its attachments.
    case separatesSentPost
    /// The client sends the attachments of a post before its text.
    case sendsFilesFirst
    /// The client sends replies and reactions to attachments apart without waiting for these.
    case overtakesFiles
    /// The server omits a group's description and picture in catch-up.
    case leavesOutDescription
    /// The client's store forgets a group's description and picture.
    case forgetsDescription
    /// The client ignores the messages that the server does not count.
    case ignoresDiscount
    /// The server is restored from a backup and keeps its epoch.
    case keepsEpoch
    /// The client takes another epoch for its own.
    case ignoresEpoch
    /// The client fetches everything again after a restore, and posts nothing.
    case postsNothingAgain
    /// The client keeps its old messages beside those fetched after a restore.
    case keepsLostMessages
    /// The server omits a changed insight in its answer to a device that has earlier ones.
    case leavesOutInsight
    /// The follower of notifications moves its cursor before what it queues is written.
    case movesCursorBeforeQueue
    /// Queued notifications are sent without asking the rules once more.
    case sendsWithoutAskingAgain
    /// A node does not learn what others have changed, and relies on what it has in memory.
    case ignoresTurns
    /// A node tells what it is about to commit, then crashes.
    case tellsBeforeCommit
    /// A node hands what arrives by the bus to everybody who is connected to it.
    case tellsEverybody
    /// A node does not follow the conversations of those who connect to it.
    case followsNobody
    /// A node counts a bus that is away as one that carries everything, and tells nobody what it sees in the database.
    case trustsCutBus
    /// A node that has lost the lock of the leader goes on writing.
    case leadsWithoutFence

    /// What a node takes a message of the bus for.
    func altered(_ message: BusMessage, at hub: Hub) -> BusMessage {
        guard self == .tellsEverybody, case (.change(var change), let sender)? = NodeCodec.decode(message.payload)
        else {
            return message
        }
        change.recipients = hub.connected().sorted()
        return BusMessage(subject: message.subject, payload: NodeCodec.encode(.change(change), from: sender))
    }

    func alter(_ snapshot: inout SyncSnapshot) {
        switch self {
        case .dropsOutbox: snapshot.outbox = []
        case .reordersOutbox:
            // The same places, taken the other way round: no two share one.
            let places = snapshot.outbox.map(\.order)
            for (position, place) in zip(snapshot.outbox.indices, places.reversed()) {
                snapshot.outbox[position].order = place
            }
        default: break
        }
    }

    func alter(_ engine: inout SyncEngine?, before input: SyncInput) {
        if self == .ignoresDiscount {
            for id in (engine?.conversations ?? [:]).keys { engine?.conversations[id]?.discount = .init() }
        }
        if self == .ignoresEpoch, engine?.epoch.hasValue == true, case .frame(let frame) = input {
            switch frame {
            case .welcome(let welcome): engine?.epoch = welcome.epoch
            case .moved(let moved): engine?.epoch = moved.epoch
            case .changes(let changes): engine?.epoch = changes.epoch
            case .page(let page): engine?.epoch = page.epoch
            default: break
            }
        }
        if self == .overtakesFiles, let entries = engine?.outbox.entries,
            entries.contains(where: { $0.files == .behind && $0.state == .waiting })
        {
            engine?.outbox = Outbox(
                entries.map { entry in
                    var entry = entry
                    if entry.files == .behind { entry.files = .ahead }
                    return entry
                })
        }
        if self == .separatesSentPost, case .sendText(let id, _) = input,
            let entry = engine?.outbox.entry(id), entry.state == .waiting
        {
            // As if it had never been uploaded, nor sent.
            _ = engine?.outbox.requeue(id, as: entry.operation)
        }
        guard self == .appliesSkippedChange, case .frame(.change(let change)) = input,
            let cursor = engine?.conversations[change.conversation]?.record.cursor, cursor > 0, change.seq > cursor
        else { return }
        engine?.conversations[change.conversation]?.record.cursor = change.seq - 1
    }

    /// The input that the engine takes instead; `nil` for none.
    func altered(_ input: SyncInput, for engine: SyncEngine) -> SyncInput? {
        switch (self, input) {
        case (.dropsSkippedChange, .frame(.change(let change))):
            guard let cursor = engine.conversations[change.conversation]?.record.cursor else { return input }
            return change.seq > cursor + 1 ? nil : input
        case (.forgetsGap, .frame(.changes(var changes))):
            changes.oldest = 0
            return .frame(.changes(changes))
        case (.ignoresUnreadInGaps, .frame(.changes(var changes))):
            changes.unread = 0
            return .frame(.changes(changes))
        case (.postsNothingAgain, .collected): return .collected([])
        case (.ignoresMentionsInGaps, .frame(.changes(var changes))):
            changes.mentions = 0
            return .frame(.changes(changes))
        default: return input
        }
    }

    func ordered(_ effects: [SyncEffect]) -> [SyncEffect] {
        switch self {
        case .sendsBeforeStore:
            let isStore: (SyncEffect) -> Bool = { if case .store = $0 { true } else { false } }
            return effects.filter { !isStore($0) } + effects.filter(isStore)
        case .forgetsUnanswered:
            return effects.flatMap { effect -> [SyncEffect] in
                guard case .send(.operation(let operation)) = effect else { return [effect] }
                return [effect, .store([.removeOperation(operation.id)])]
            }
        case .sendsFilesFirst:
            return effects.map { effect in
                guard case .store(let mutations) = effect else { return effect }
                return .store(mutations.map { $0.earlier })
            }
        default: return effects
        }
    }

    /// The mutations that a faulty store writes.
    func part(of mutations: [StoreMutation]) -> [StoreMutation]? {
        let part: [StoreMutation]
        switch self {
        case .tearsTransaction: part = mutations.filter { if case .putConversation = $0 { true } else { false } }
        case .advancesWithoutStoring: part = mutations.filter { if case .upsertMessages = $0 { false } else { true } }
        default: return nil
        }
        return part.isEmpty || part.count == mutations.count ? nil : part
    }

    /// The server's answer to a question.
    func altered(_ frame: ServerFrame) -> ServerFrame {
        if self == .leavesOutInsight, case .insightRows(var rows) = frame, rows.after > 0, !rows.rows.isEmpty {
            rows.rows.removeLast()
            return .insightRows(rows)
        }
        if self == .leavesOutDescription, case .changes(var changes) = frame {
            changes.info?.about = ""
            changes.info?.picture = nil
            return .changes(changes)
        }
        guard self == .leavesOutOfCatchUp, case .changes(var changes) = frame, changes.messages.count > 1 else {
            return frame
        }
        changes.messages.remove(at: changes.messages.count / 2)
        return .changes(changes)
    }

    func altered(_ operation: Operation, ledger: Ledger, random: inout DeviceRandom) -> Operation {
        guard self == .skipsIdempotency, ledger.operations[operation.id]?.wasApplied == true else { return operation }
        return Operation(id: OperationID(at: .zero, using: &random), kind: operation.kind)
    }
}

extension StoreMutation {
    /// With attachments that travel apart at the front of the outbox.
    fileprivate var earlier: StoreMutation {
        guard case .putOperation(var entry) = self, entry.files == .apart else { return self }
        entry.order = 0
        return .putOperation(entry)
    }
}
