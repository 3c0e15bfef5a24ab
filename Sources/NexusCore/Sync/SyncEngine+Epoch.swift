// A server whose database was restored from a backup, or lost the end of its log, begins a new epoch: changes on this
// device do not exist there, and their numbers are reused. So everything is fetched again, and the user's recent
// messages are posted again under the same identifiers (docs/decisions/0015).
extension SyncEngine {
    /// Checks the epoch of a frame. Another one than this device's starts over.
    mutating func judgeEpoch(of frame: ServerFrame) -> [SyncEffect] {
        var told: EpochID?
        switch frame {
        case .welcome(let welcome):
            told = welcome.epoch
            // A server without epochs.
            if told == nil { isEpochKnown = true }
        case .moved(let moved): told = moved.epoch
        case .changes(let changes): told = changes.epoch
        case .page(let page): told = page.epoch
        default: break
        }
        guard let told else { return [] }
        isEpochKnown = true
        if isStartingOver {
            nextEpoch = told
            return []
        }
        guard let epoch else {
            epoch = told
            return [.store([.putEpoch(told)])]
        }
        return told == epoch ? [] : startOver(in: told)
    }

    /// Requests the user's own messages; ``startOver(repeating:)`` continues.
    ///
    /// - Parameter epoch: the new one; `nil` if the server has lost changes without noticing.
    mutating func startOver(in epoch: EpochID?) -> [SyncEffect] {
        nextEpoch = epoch
        guard !isStartingOver else { return [] }
        isStartingOver = true
        return [.collect(since: repeatsSince, limit: Limits.repeatMessages)]
    }

    /// The time since which the user's own messages are posted again.
    private var repeatsSince: Timestamp { serverTime(at: clock.wall).advanced(by: -Limits.repeatMilliseconds) }

    /// Marks everything as outdated. The rows stay readable until those of the new epoch replace them.
    mutating func startOver(repeating messages: [Message]) -> [SyncEffect] {
        guard isStartingOver else { return [] }
        isStartingOver = false
        var mutations: [StoreMutation] = []
        if let nextEpoch {
            epoch = nextEpoch
            mutations.append(.putEpoch(nextEpoch))
        }
        since = nil
        mutations.append(.putClock(since: nil, offset: clockOffset))
        catchUp = CatchUp()
        isCaughtUp = false
        departed = [:]
        heard = [:]
        recounts = []
        latest = nil
        mutations += outdateInsights()
        mutations += reviseOutbox()
        mutations += postAgain(messages)
        for id in Array(conversations.keys).arranged(by: <) {
            guard var state = conversations[id], !state.isLocalOnly else { continue }
            state.outdate()
            conversations[id] = state
            mutations.append(.putConversation(state.record))
            catchUp.want(.changes(id))
        }
        mutations.append(.putOwn(cursor: UserSettingsState.outdated, settings: own.outdate(), relations: []))
        catchUp.want(.own)
        _ = discount()
        return [.store(mutations), .startedOver, .redraw(.own)] + (connection.isOpen ? [.send(discovery)] : [])
    }

    /// Repeats acknowledged operations, and drops positions in a conversation, which are invalid now.
    private mutating func reviseOutbox() -> [StoreMutation] {
        outbox.forgetAttempts()
        var mutations: [StoreMutation] = []
        for entry in outbox.entries {
            let id = entry.operation.id
            var revised: OutboxEntry?
            if case .acknowledged = entry.state { revised = outbox.settle(id, as: .waiting) }
            var isKept = true
            switch entry.operation.kind {
            case .receipt: isKept = false
            case .updateSettings(let conversation, var change) where change.namesPlaces:
                change.archivedThrough = nil
                change.clearedThrough = nil
                change.hidden = []
                revised = outbox.replace(id, by: Operation(id: id, kind: .updateSettings(conversation, change)))
                isKept = change != SettingsChange()
            default: break
            }
            if !isKept {
                outbox.remove(id)
                mutations.append(.removeOperation(id))
            } else if let revised {
                mutations.append(.putOperation(revised))
            }
        }
        return mutations
    }

    /// Queues the user's own messages before the rest of the outbox, and repeats their deletions.
    private mutating func postAgain(_ messages: [Message]) -> [StoreMutation] {
        let since = repeatsSince
        var operations: [Operation] = []
        let mine = messages.filter { $0.sender == me && $0.event == nil && conversations[$0.conversation].hasValue }
        for message in mine.suffix(Limits.repeatMessages).arranged(by: { $0.seq < $1.seq }) {
            if let deletedAt = message.deletedAt {
                guard deletedAt >= since else { continue }
                operations.append(newOperation(.delete(message.conversation, messages: [message.id])))
            } else if message.writtenAt >= since, message.forward == nil, !outbox.entry(message.id.retyped()).hasValue {
                // The original of a forwarded message is unknown.
                let post = Post(
                    text: message.text, mentions: message.mentions, writtenAt: message.writtenAt,
                    replyTo: message.replyTo, attachments: message.attachments)
                operations.append(Operation(id: message.id.retyped(), kind: .post(message.conversation, post)))
            }
        }
        return outbox.prepend(operations, createdAt: clock.wall).map { .putOperation($0) }
    }

    /// A conversation has arrived in its present state: its messages need not be posted again, and those refused while
    /// it was missing are retried.
    mutating func settleRepeats(in id: ConversationID, _ messages: [Message]) -> [StoreMutation] {
        var mutations: [StoreMutation] = []
        for message in messages {
            guard let entry = outbox.entry(message.id.retyped()), entry.isRepeat else { continue }
            outbox.remove(entry.operation.id)
            mutations.append(.removeOperation(entry.operation.id))
        }
        for entry in outbox.entries(of: id) where entry.isRepeat {
            guard case .failed(let refusal) = entry.state, refusal.code == .conversationGone,
                let waiting = outbox.settle(entry.operation.id, as: .waiting)
            else { continue }
            mutations.append(.putOperation(waiting))
        }
        return mutations
    }

    /// The server does not have a conversation of an earlier epoch, or the user is no member of it. The user creates it
    /// again if it is a direct conversation with recent messages of theirs, or a group of theirs that is no older than
    /// the messages to repeat. Then all members post their own messages again.
    mutating func lost(_ state: ConversationState) -> [SyncEffect] {
        let id = state.id
        let waiting = outbox.entries(of: id).filter { $0.state == .waiting }
        var mutations: [StoreMutation] = [.removeConversation(id)]
        if !waiting.contains(where: { $0.operation.kind.isCreation }) {
            guard let creation = creation(of: state, isWanted: !waiting.isEmpty) else {
                return forget(id) + finishCatchUp()
            }
            let queued = outbox.prepend([newOperation(creation)], createdAt: clock.wall)
            mutations += queued.map { .putOperation($0) }
        }
        catchUp.forget(id)
        insights[id] = nil
        var info = state.record.info
        info.changed = 0
        let members = state.members.filter { !$0.hasLeft }.map {
            Member(
                user: $0.user, name: $0.name, picture: $0.picture, role: $0.role, joined: 0, read: 0, delivered: 0,
                changed: 0)
        }
        let record = ConversationRecord(info: info)
        var made = ConversationState(record: record, members: members, me: me)
        made.discount = own.discount(of: id)
        conversations[id] = made
        mutations += [.putConversation(record), .upsertMembers(id, members)]
        return [.store(mutations)] + finishCatchUp()
    }

    private func creation(of state: ConversationState, isWanted: Bool) -> Operation.Kind? {
        guard let mine = state.member(me), !mine.hasLeft else { return nil }
        let others = state.members.filter { $0.user != me && !$0.hasLeft }.map { $0.user }
        let info = state.record.info
        switch info.kind {
        case .direct:
            guard isWanted, let other = others.first else { return nil }
            return .createDirect(state.id, with: other)
        case .group:
            guard mine.role == .owner, info.createdAt >= repeatsSince else { return nil }
            return .createGroup(state.id, title: info.title ?? "", members: others)
        }
    }

    /// The server refuses a repetition.
    ///
    /// - Returns: `nil` if it fails like any other operation.
    mutating func refusedRepeat(_ entry: OutboxEntry, _ refusal: Refusal) -> [SyncEffect]? {
        let id = entry.operation.id
        var another: Operation.Kind?
        var mutations: [StoreMutation] = []
        switch entry.operation.kind {
        case .post(let conversation, var post):
            if refusal.code == .messageGone, post.replyTo.hasValue {
                post.replyTo = nil
            } else if refusal.code == .mediaGone || refusal.code == .attachmentInvalid, !post.attachments.isEmpty {
                post.attachments = []
                if post.text.isEmpty { break }
            } else {
                return nil
            }
            another = .post(conversation, post)
        case .createGroup(let conversation, let title, let members):
            // Another device of the user has created it again, or it was deleted: the server's answer tells.
            if refusal.code == .identifierTaken {
                outbox.remove(id)
                let effects = [.store([.removeOperation(id)])] + forget(conversation)
                catchUp.want(.changes(conversation))
                return effects
            }
            // A member has no account any more, or has blocked the user: the others can be added later.
            guard !members.isEmpty else { return nil }
            another = .createGroup(conversation, title: title, members: [])
            mutations = removeOthers(from: conversation)
        case .createDirect: return nil
        default: break
        }
        if let another, let replaced = outbox.replace(id, by: Operation(id: id, kind: another)) {
            return [.store([.putOperation(replaced)] + mutations)]
        }
        outbox.remove(id)
        return [.store([.removeOperation(id)])] + (entry.operation.conversation == nil ? [.redraw(.own)] : [])
    }

    /// Removes the others from a group that is created again without them.
    private mutating func removeOthers(from id: ConversationID) -> [StoreMutation] {
        guard let state = conversations[id], state.isLocalOnly else { return [] }
        let mine = state.members.filter { $0.user == me }
        var alone = ConversationState(record: state.record, members: mine, me: me)
        alone.discount = state.discount
        conversations[id] = alone
        return [.removeConversation(id), .putConversation(state.record), .upsertMembers(id, mine)]
    }

    /// Queues settings that the server does not have, from rows of an earlier epoch.
    ///
    /// - Parameter head: the last change of the user's stream on the server.
    mutating func repeatOwn(unknownAfter head: Seq) -> [StoreMutation] {
        var operations: [Operation] = []
        for row in Array(own.settings.values).arranged(by: { $0.changed < $1.changed }) where row.changed > head {
            let change = SettingsChange(
                mutedUntil: row.mutedUntil, isPinned: row.isPinned, isMarkedUnread: row.isMarkedUnread,
                draft: row.draft, level: row.level, playsSound: row.playsSound)
            operations.append(newOperation(.updateSettings(row.conversation, change)))
        }
        for row in Array(own.relations.values).arranged(by: { $0.changed < $1.changed }) where row.changed > head {
            let change = RelationChange(isFavourite: row.isFavourite, isBlocked: row.isBlocked)
            operations.append(newOperation(.updateRelation(row.user, change)))
        }
        return outbox.prepend(operations, createdAt: clock.wall).map { .putOperation($0) }
    }

    /// The conversation with the latest message.
    var latestConversation: ConversationID? {
        var latest: ConversationState?
        for state in conversations.values where !state.isLocalOnly {
            let time = state.newest?.writtenAt ?? .zero
            let other = latest?.newest?.writtenAt ?? .zero
            if latest.map({ time > other || time == other && state.id < $0.id }) ?? true { latest = state }
        }
        return latest?.id
    }
}

extension SettingsChange {
    /// Whether it names positions in a conversation.
    fileprivate var namesPlaces: Bool {
        archivedThrough.map { $0 > 0 } ?? false || clearedThrough.hasValue || !hidden.isEmpty
    }
}

extension Operation.Kind {
    fileprivate var isCreation: Bool {
        switch self {
        case .createDirect, .createGroup: true
        default: false
        }
    }
}
