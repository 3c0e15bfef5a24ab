// Handling of the server's frames.
extension SyncEngine {
    mutating func take(_ frame: ServerFrame, at now: Timestamp) -> [SyncEffect] {
        // A welcome sets the clock before ages are judged.
        if case .welcome = frame { return takeIn(frame, at: now) + judgeEpoch(of: frame) }
        let effects = judgeEpoch(of: frame)
        return isStartingOver && frame.tellsOfRows ? effects : effects + takeIn(frame, at: now)
    }

    private mutating func takeIn(_ frame: ServerFrame, at now: Timestamp) -> [SyncEffect] {
        switch frame {
        case .welcome(let welcome):
            let offset = welcome.time.since(clock.wall)
            var mutations: [StoreMutation] = []
            let refused = welcomeInsights(welcome)
            if welcome.profile != profile, !outbox.hasAccountChanges {
                profile = welcome.profile
                mutations.append(.putProfile(profile))
                mutations += unsettleInsights()
            }
            if Timestamp(milliseconds: offset).since(Timestamp(milliseconds: clockOffset)).magnitude > 1_000 {
                clockOffset = offset
                mutations.append(.putClock(since: since, offset: offset))
            }
            return (mutations.isEmpty ? [] : [.store(mutations)]) + refused + judgeMutes()
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
        case .insights(let conversation): return insightsMoved(in: conversation)
        case .insightRows(let rows): return take(rows)
        case .assistant(let conversation): return [.assistantChanged(conversation)]
        case .reminders: return [.remindersChanged]
        case .lagged:
            // Notices about insights and reminders may be among the frames that were left out.
            return [.insightsChanged(nil), .remindersChanged] + (isStartingOver ? [] : [.send(discovery)])
        case .renew(let socket): return [.renewAccess(socket)]
        }
    }

    // MARK: Changes

    private mutating func take(_ change: Change, at now: Timestamp) -> [SyncEffect] {
        let id = change.conversation
        if let mine = change.members.first(where: { $0.user == me }), mine.hasLeft {
            // A late frame must not remove a conversation that has been joined again.
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
            // A client with this cursor has changes that the server has lost.
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
            // Requested before the conversation was forgotten, or read before the user was removed: the answer to the
            // present question is still to come.
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
        // Outdated rows are deleted in the transaction that stores their replacement.
        if isOutdated { insights[id] = nil }
        let mutations = (isOutdated ? [.removeConversation(id)] : []) + state.apply(changes)
        // An answer to an earlier question settles nothing.
        guard state.record.cursor > cursor || changes.isRecount(at: cursor) else { return [] }
        conversations[id] = state
        heard[id] = nil
        firstLoad.settle(id)
        catchUp.settle(.changes(id))
        if isFirst { wantInsights(of: id) }
        if state.isBehind || recounts.contains(id) { catchUp.want(.changes(id)) }
        recounts.removeAll { $0 == id }
        // A first load announces nothing; a later new conversation, or one far behind, only its newest message.
        var arrived = changes.messages
        if isFirst || changes.isReset { arrived = since == nil ? [] : state.newest.map { [$0] } ?? [] }
        let repeats = isFirst ? settleRepeats(in: id, changes.messages) : []
        return settled(id, mutations + repeats, arrived: arrived, after: cursor, at: now) + finishCatchUp()
    }

    private mutating func take(_ page: Page, at now: Timestamp) -> [SyncEffect] {
        guard var state = conversations[page.conversation] else { return [] }
        guard let mutations = state.apply(page) else {
            catchUp.askChangesBeforePages(of: page.conversation)
            return []
        }
        conversations[page.conversation] = state
        catchUp.settle(page)
        if state.needsRecount(after: page) { catchUp.want(.changes(page.conversation)) }
        return mutations.isEmpty ? [] : [.store(mutations)]
    }

    /// Rows were applied: stores them with their consequences (a delivered receipt, acknowledged operations whose
    /// change has arrived) and announces new messages.
    mutating func settled(
        _ id: ConversationID, _ mutations: [StoreMutation], arrived: [Message], after cursor: Seq, at now: Timestamp
    ) -> [SyncEffect] {
        guard let state = conversations[id] else { return [] }
        latest = id
        var mutations = mutations
        for operation in outbox.removeAcknowledged(in: .conversation(id), through: state.record.cursor) {
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

    /// Confirms the delivery of messages to their senders.
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
                // A head before the cursor is a delayed answer, or a server that has lost changes.
                if state.record.cursor != entry.head { catchUp.want(.changes(entry.conversation)) }
            } else if since == nil, !heard[entry.conversation].hasValue {
                firstLoad.announce(entry)
            } else {
                wantUnknown(entry.conversation, head: entry.head)
            }
        }
        if moved.own != own.cursor { catchUp.want(.own) }
        if let insights = moved.insights { take(insights) }
        if moved.hasMore { return effects + [.send(.discover(since: moved.time))] }
        firstLoad.close()
        beginFirstLoad()
        catchUp.complete(to: moved.time)
        return effects + finishCatchUp()
    }

    /// Requests the conversations of a first discovery, once the pinned ones are known.
    mutating func beginFirstLoad() {
        guard !catchUp.wants(.own) else { return }
        for entry in firstLoad.begin(ownView) where !conversations[entry.conversation].hasValue {
            wantUnknown(entry.conversation, head: entry.head)
        }
    }

    /// An unknown conversation has moved up to `head`.
    private mutating func wantUnknown(_ id: ConversationID, head: Seq) {
        heard[id] = max(head, heard[id] ?? 0)
        catchUp.want(.changes(id))
    }

    /// Once all changed conversations are current, the next discovery need only go back to this one.
    mutating func finishCatchUp() -> [SyncEffect] {
        guard let time = catchUp.caughtUp() else { return [] }
        isCaughtUp = true
        let worthStoring = since.map { time.since($0) > 30_000 || time < $0 } ?? true
        since = time
        return worthStoring ? [.store([.putClock(since: time, offset: clockOffset)])] : []
    }

    /// The user is no longer a member: deletes the conversation. The user's unanswered operations still go out, so that
    /// each gets an answer; receipts are dropped.
    mutating func forget(_ id: ConversationID) -> [SyncEffect] {
        catchUp.forget(id)
        firstLoad.settle(id)
        heard[id] = nil
        guard let state = conversations.removeValue(forKey: id) else { return [] }
        insights[id] = nil
        insightsAgain.remove(id)
        var mutations: [StoreMutation] = [.removeConversation(id)]
        for entry in outbox.entries where entry.operation.conversation == id && entry.endsWithConversation {
            outbox.remove(entry.operation.id)
            mutations.append(.removeOperation(entry.operation.id))
        }
        return [.store(mutations)] + forgetPresence(of: state.members)
    }

    /// Forgets the presence of users who share no conversation any more: it would never be updated.
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
        // A late refusal may be from before the user was added again: ask once more.
        let effects = forget(id)
        catchUp.want(.changes(id))
        return effects
    }
}

extension ServerFrame {
    /// Whether it tells of rows that a device stores; those of an epoch that has ended are dropped.
    fileprivate var tellsOfRows: Bool {
        switch self {
        case .insights, .assistant, .reminders, .lagged, .renew: false
        default: true
        }
    }
}

extension OutboxEntry {
    /// Whether it is obsolete once its conversation is gone.
    fileprivate var endsWithConversation: Bool {
        switch state {
        case .waiting: if case .receipt = operation.kind { true } else { false }
        case .acknowledged: true
        case .failed: false
        }
    }
}

extension Changes {
    /// Whether it only updates the unread count of a device at that cursor.
    fileprivate func isRecount(at cursor: Seq) -> Bool { self.cursor == cursor && !hasMore }
}
