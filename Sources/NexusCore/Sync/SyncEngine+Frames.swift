// What the server says, taken in.
extension SyncEngine {
    mutating func take(_ frame: ServerFrame, at now: Timestamp) -> [SyncEffect] {
        // What a welcome says of the clock is known before it is judged how old something is.
        if case .welcome = frame { return takeIn(frame, at: now) + judgeEpoch(of: frame) }
        let effects = judgeEpoch(of: frame)
        return isStartingOver ? effects : effects + takeIn(frame, at: now)
    }

    private mutating func takeIn(_ frame: ServerFrame, at now: Timestamp) -> [SyncEffect] {
        switch frame {
        case .welcome(let welcome):
            let offset = welcome.time.since(clock.wall)
            var mutations: [StoreMutation] = []
            if welcome.profile != profile, !outbox.hasAccountChanges {
                profile = welcome.profile
                mutations.append(.putProfile(profile))
            }
            if Timestamp(milliseconds: offset).since(Timestamp(milliseconds: clockOffset)).magnitude > 1_000 {
                clockOffset = offset
                mutations.append(.putClock(since: since, offset: offset))
            }
            return (mutations.isEmpty ? [] : [.store(mutations)]) + judgeMutes()
        case .ack(let acknowledgement): return acknowledged(acknowledgement, at: now)
        case .refusal(.operation(let id), let refusal): return refused(id, refusal, at: now)
        case .refusal(.conversation(let id), let refusal): return refused(id, refusal)
        case .refusal(.frame, _): return []
        case .change(let change): return take(change, at: now)
        case .changes(let changes): return take(changes, at: now)
        case .page(let page): return take(page, at: now)
        case .moved(let moved): return take(moved)
        case .own(let changes): return take(changes, at: now)
        case .typing(let conversation, let user, let active):
            guard user != me, typing.told(conversation, user, active: active, at: now) else {
                return typing.nextExpiry(at: now).map { [.schedule(.typing, after: $0)] } ?? []
            }
            return [.redraw(.typing(conversation))]
                + (typing.nextExpiry(at: now).map { [.schedule(.typing, after: $0)] } ?? [])
        case .presence(let people):
            for person in people { presence[person.user] = person }
            return [.redraw(.presence(people.map { $0.user }))]
        case .insights:
            // Not of what this keeps: whoever shows insights is told of it beside the engine.
            return []
        case .assistant:
            // Not of what this keeps: whoever shows it is told of it beside the engine.
            return []
        case .lagged:
            return [.send(discovery)]
        case .renew:
            // Whoever holds the socket holds its tokens too: this knows of neither.
            return []
        }
    }

    // MARK: Changes

    private mutating func take(_ change: Change, at now: Timestamp) -> [SyncEffect] {
        let id = change.conversation
        if let mine = change.members.first(where: { $0.user == me }), mine.hasLeft {
            // A late frame about an earlier time must not take away what has been joined again since.
            if let state = conversations[id], mine.changed < state.record.cursor { return [] }
            departed[id] = max(mine.changed, departed[id] ?? 0)
            return forget(id) + finishCatchUp()
        }
        guard var state = conversations[id] else {
            if change.seq > departed[id] ?? 0 { wantUnknown(id, head: change.seq) }
            return []
        }
        let (cursor, unread) = (state.record.cursor, state.unread)
        let mutations = state.apply(change)
        conversations[id] = state
        if state.isBehind { catchUp.want(.changes(id)) }
        guard state.record.cursor > cursor else { return [] }
        if state.needsRecount(after: change, unreadBefore: unread) { catchUp.want(.changes(id)) }
        return settled(id, mutations, arrived: change.messages, after: cursor, at: now)
    }

    private mutating func take(_ changes: Changes, at now: Timestamp) -> [SyncEffect] {
        let id = changes.conversation
        guard catchUp.wants(id) else { return [] }
        if changes.isBehindAsker {
            // One that asked with this very cursor holds what the server has lost.
            return changes.after == conversations[id]?.record.cursor ? startOver(in: changes.epoch) : []
        }
        let held = conversations[id]
        let isOutdated = held?.isOutdated == true
        var state: ConversationState
        let isFirst: Bool
        if let held, !isOutdated {
            state = held
            isFirst = held.record.cursor == 0
        } else {
            // Asked for before the conversation was forgotten, or read before the person was taken out: the answer to what is
            // asked now is still to come.
            guard let info = changes.info, changes.isReset || changes.after == 0, changes.head > departed[id] ?? 0
            else {
                return []
            }
            state = ConversationState(record: ConversationRecord(info: info), members: [], me: me)
            state.discount = own.discount(of: id)
            state.record.head = max(heard[id] ?? 0, held?.record.head ?? 0)
            isFirst = true
        }
        let cursor = state.record.cursor
        // What is of an earlier epoch goes in the transaction that brings what takes its place.
        let mutations = (isOutdated ? [.removeConversation(id)] : []) + state.apply(changes)
        // An answer to an earlier question settles nothing.
        guard state.record.cursor > cursor || changes.isRecount(at: cursor) else { return [] }
        conversations[id] = state
        heard[id] = nil
        firstLoad.settle(id)
        catchUp.settle(.changes(id))
        if state.isBehind || recounts.contains(id) { catchUp.want(.changes(id)) }
        recounts.removeAll { $0 == id }
        // A first load announces nothing; a conversation that is new since then, or far behind, its newest message alone.
        var arrived = changes.messages
        if isFirst || changes.isReset { arrived = since == nil ? [] : state.newest.map { [$0] } ?? [] }
        let repeats = isFirst ? settleRepeats(in: id, changes.messages) : []
        return settled(id, mutations + repeats, arrived: arrived, after: cursor, at: now) + finishCatchUp()
    }

    private mutating func take(_ page: Page, at now: Timestamp) -> [SyncEffect] {
        guard var state = conversations[page.conversation] else { return [] }
        guard let mutations = state.apply(page) else {
            catchUp.repeatAll(of: page.conversation)
            return []
        }
        conversations[page.conversation] = state
        catchUp.settle(page)
        if state.needsRecount(after: page) { catchUp.want(.changes(page.conversation)) }
        return mutations.isEmpty ? [] : [.store(mutations)]
    }

    /// Rows were applied: store them with what follows from them — a delivered receipt, acknowledged operations whose change
    /// has come — and say what arrived.
    mutating func settled(
        _ id: ConversationID, _ mutations: [StoreMutation], arrived: [Message], after cursor: Seq, at now: Timestamp
    ) -> [SyncEffect] {
        guard let state = conversations[id] else { return [] }
        latest = id
        var mutations = mutations
        for operation in outbox.removeAcknowledged(in: id, through: state.record.cursor) {
            mutations.append(.removeOperation(operation))
        }
        mutations += deliver(state, at: now)
        var effects: [SyncEffect] = mutations.isEmpty ? [] : [.store(mutations)]
        for message in arrived
        where message.sender != me && message.event == nil && message.seq > max(cursor, state.record.read) {
            if typing.told(id, message.sender, active: false, at: now) { effects.append(.redraw(.typing(id))) }
            if !message.isDeleted { effects.append(.arrived(message)) }
        }
        return effects
    }

    /// Tells the senders that their messages have reached this device.
    private mutating func deliver(_ state: ConversationState, at now: Timestamp) -> [StoreMutation] {
        guard let mine = state.member(me), !mine.hasLeft, mine.delivered < state.received else { return [] }
        return receipt(state.id, read: state.record.read, delivered: state.received, delay: 200, at: now)
    }

    // MARK: Discovery

    private mutating func take(_ moved: Moved) -> [SyncEffect] {
        var effects: [SyncEffect] = []
        for entry in moved.conversations {
            if entry.hasLeft {
                if let state = conversations[entry.conversation], entry.head >= state.record.cursor, !state.isLocalOnly
                {
                    departed[entry.conversation] = entry.head
                    effects += forget(entry.conversation)
                }
            } else if let state = conversations[entry.conversation] {
                conversations[entry.conversation]?.record.head = max(state.record.head, entry.head)
                // A head before the cursor is of an answer that was held up, or of a server that has lost changes.
                if state.record.cursor != entry.head { catchUp.want(.changes(entry.conversation)) }
            } else if since == nil, !heard[entry.conversation].hasValue {
                firstLoad.announce(entry)
            } else {
                wantUnknown(entry.conversation, head: entry.head)
            }
        }
        if moved.own != own.cursor { catchUp.want(.own) }
        if moved.hasMore { return effects + [.send(.discover(since: moved.time))] }
        firstLoad.close()
        beginFirstLoad()
        catchUp.complete(to: moved.time)
        return effects + finishCatchUp()
    }

    /// Asks for what a first discovery named, once it is known what the person has pinned.
    mutating func beginFirstLoad() {
        guard !catchUp.wants(.own) else { return }
        for entry in firstLoad.begin(ownView) where !conversations[entry.conversation].hasValue {
            wantUnknown(entry.conversation, head: entry.head)
        }
    }

    /// A conversation that is not here has moved up to `head`.
    private mutating func wantUnknown(_ id: ConversationID, head: Seq) {
        heard[id] = max(head, heard[id] ?? 0)
        catchUp.want(.changes(id))
    }

    /// Once all that moved is here, the next discovery need only look back to this one.
    mutating func finishCatchUp() -> [SyncEffect] {
        guard let time = catchUp.caughtUp() else { return [] }
        isCaughtUp = true
        let worthStoring = since.map { time.since($0) > 30_000 || time < $0 } ?? true
        since = time
        return worthStoring ? [.store([.putClock(since: time, offset: clockOffset)])] : []
    }

    /// The person is no longer a member: nothing of the conversation stays. What they asked for and the server has not
    /// answered still goes out, so that none of it ends without an answer; receipts have nothing left to say.
    mutating func forget(_ id: ConversationID) -> [SyncEffect] {
        catchUp.forget(id)
        firstLoad.settle(id)
        heard[id] = nil
        guard let state = conversations.removeValue(forKey: id) else { return [] }
        var mutations: [StoreMutation] = [.removeConversation(id)]
        for entry in outbox.entries where entry.operation.conversation == id && entry.endsWithConversation {
            outbox.remove(entry.operation.id)
            mutations.append(.removeOperation(entry.operation.id))
        }
        return [.store(mutations)] + forgetPresence(of: state.members)
    }

    /// Nobody is told any more of those they share no conversation with: what was told of them would stay for ever.
    private mutating func forgetPresence(of members: [Member]) -> [SyncEffect] {
        let strangers = members.map { $0.user }.filter { user in
            presence[user].hasValue && !conversations.values.contains { $0.member(user)?.hasLeft == false }
        }
        for user in strangers { presence[user] = nil }
        return strangers.isEmpty ? [] : [.redraw(.presence(strangers))]
    }

    private mutating func refused(_ id: ConversationID, _ refusal: Refusal) -> [SyncEffect] {
        guard refusal.code == .conversationGone else { return [] }
        guard let state = conversations[id], !state.isLocalOnly else {
            catchUp.forget(id)
            firstLoad.settle(id)
            heard[id] = nil
            return finishCatchUp()
        }
        if state.isOutdated { return lost(state) }
        // A late refusal may speak of a time before the person was taken in again: asking once more tells.
        let effects = forget(id)
        catchUp.want(.changes(id))
        return effects
    }
}

extension OutboxEntry {
    /// Whether it has nothing left to do once its conversation is gone.
    fileprivate var endsWithConversation: Bool {
        switch state {
        case .waiting: if case .receipt = operation.kind { true } else { false }
        case .acknowledged: true
        case .failed: false
        }
    }
}

extension Changes {
    /// Whether it tells a device at that cursor only how many messages are unread.
    fileprivate func isRecount(at cursor: Seq) -> Bool { self.cursor == cursor && !hasMore }
}
