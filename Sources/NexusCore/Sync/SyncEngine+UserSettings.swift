// The user's own stream: personal settings, on all of their devices.
extension SyncEngine {
    /// The user's settings, with pending changes applied.
    public var ownView: UserSettingsView { UserSettingsView(own, outbox: outbox.entries) }

    mutating func take(_ changes: UserSettingsChanges, at now: Timestamp) -> [SyncEffect] {
        if changes.after > changes.head {
            return changes.after == own.cursor ? startOver(in: nil) : []
        }
        var again: [StoreMutation] = []
        if own.isOutdated, changes.after == 0 {
            again = [.removeOwn] + repeatOwn(unknownAfter: changes.head)
            own.clear()
        }
        let moved = own.apply(changes) || !again.isEmpty
        if moved || changes.after <= own.cursor { catchUp.settle(.own) }
        if own.isBehind { catchUp.want(.own) }
        beginFirstLoad()
        guard moved else { return finishCatchUp() }
        let discounted = discount()
        for id in discounted.again {
            // Operations in flight may have been counted before.
            if catchUp.wants(id) { recounts.append(id) }
            catchUp.want(.changes(id))
        }
        var mutations: [StoreMutation] =
            again + [.putOwn(cursor: own.cursor, settings: changes.settings, relations: changes.relations)]
        let done = outbox.removeAcknowledged(in: .own, through: own.cursor)
        for id in done { mutations.append(.removeOperation(id)) }
        if discounted.isNew || changes.profile.hasValue { mutations += unsettleInsights() }
        if let changed = changes.profile {
            wantAllInsights()
            let shown = outbox.applied(to: changed)
            if shown != profile {
                profile = shown
                mutations.append(.putProfile(profile))
            }
        }
        return [.store(mutations)] + (done.isEmpty ? [] : [.redraw(.own)]) + judgeMutes() + finishCatchUp()
    }

    /// Passes every conversation its uncounted messages.
    ///
    /// - Returns: the conversations where the server must count again, and whether any has other uncounted messages than before.
    mutating func discount() -> (again: [ConversationID], isNew: Bool) {
        var again: [ConversationID] = []
        var isNew = false
        // In a fixed order: a seed determines a run of the simulation.
        for id in Array(conversations.keys).arranged(by: <) {
            let discount = own.discount(of: id)
            guard let state = conversations[id], discount != state.discount else { continue }
            if state.needsRecount(with: discount) { again.append(id) }
            // What one has deleted for oneself, and what blocked people write, gives no insights.
            wantInsights(of: id)
            conversations[id]?.discount = discount
            isNew = true
        }
        return (again, isNew)
    }

    /// Checks which mutes have ended, and when the next one will: they end without a frame.
    mutating func judgeMutes() -> [SyncEffect] {
        let time = serverTime(at: clock.wall)
        let hasMoved = nextUnmute.map { $0 <= time } ?? false || time < mutesJudgedAt
        mutesJudgedAt = time
        nextUnmute = ownView.nextUnmute(after: time)
        var effects: [SyncEffect] = hasMoved ? [.redraw(.own)] : []
        // A device's timers may be limited, and its clock may be set.
        if let nextUnmute { effects.append(.schedule(.unmute, after: min(max(1, nextUnmute.since(time)), 3_600_000))) }
        return effects
    }

    // MARK: Changes by the user

    /// Queues a change of a draft, merged into a waiting one: the last suffices.
    mutating func queueDraft(_ operation: Operation, of id: ConversationID, at now: Timestamp) -> [StoreMutation] {
        var wait = Outbox.Wait(notBefore: now.advanced(by: SyncEngine.draftDelay))
        var mutations: [StoreMutation] = []
        for entry in outbox.waitingDrafts(of: id) where !outbox.isInFlight(entry.operation.id) {
            wait.join(outbox.withdraw(entry.operation.id))
            mutations.append(.removeOperation(entry.operation.id))
        }
        mutations.append(.putOperation(outbox.append(operation, createdAt: clock.wall, wait: wait)))
        return mutations
    }

    /// Milliseconds of debouncing a draft.
    static let draftDelay: Int64 = 1_500

    /// A sent text is no longer a draft.
    mutating func endDraft(in id: ConversationID, at now: Timestamp) -> [StoreMutation] {
        guard !ownView.settings(of: id).draft.isEmpty else { return [] }
        return queueDraft(newOperation(.updateSettings(id, SettingsChange(draft: ""))), of: id, at: now)
    }

    /// The final form of a settings change: a checked draft, the end of a mute by the server's clock, and archived at
    /// the conversation's present head.
    func accepted(_ change: SettingsChange, of id: ConversationID) throws(TextProblem) -> SettingsChange {
        var change = change
        if let draft = change.draft { change.draft = try TextRule.draft(draft) }
        if let end = change.mutedUntil, end > .zero, end < ConversationSettings.always {
            change.mutedUntil = serverTime(at: end)
        }
        // Muting does not archive a conversation that has returned.
        if change.mutedUntil != nil, change.archivedThrough == nil, conversationRow(id)?.isArchived == false,
            ownView.settings(of: id).archivedThrough > 0
        {
            change.archivedThrough = 0
        }
        if let through = change.archivedThrough, through > 0 {
            change.archivedThrough = max(1, min(through, conversations[id]?.record.head ?? 1))
        }
        change.clearedThrough = change.clearedThrough.map { min($0, conversations[id]?.record.head ?? 0) }
        return change
    }

    /// The server has performed an operation of the user's own stream, or of a conversation that no longer exists here.
    mutating func acknowledgedOwn(_ acknowledgement: Acknowledgement) -> [SyncEffect] {
        let id = acknowledgement.operation
        let isOwn = outbox.entry(id)?.operation.conversation == nil
        if isOwn, acknowledgement.seq > own.cursor,
            let settled = outbox.settle(id, as: .acknowledged(acknowledgement.seq))
        {
            own.head = max(own.head, acknowledgement.seq)
            return [.store([.putOperation(settled)])]
        }
        outbox.remove(id)
        return [.store([.removeOperation(id)])] + (isOwn ? [.redraw(.own)] : [])
    }

    /// Whether an operation was refused only because its conversation is not created yet.
    func isTooEarly(_ operation: Operation, _ refusal: Refusal) -> Bool {
        guard refusal.code == .conversationGone, case .updateSettings(let id, _) = operation.kind else { return false }
        return conversations[id]?.isLocalOnly == true
    }

    /// The user opens a conversation marked as unread.
    mutating func unmark(_ id: ConversationID) -> [StoreMutation] {
        guard ownView.settings(of: id).isMarkedUnread else { return [] }
        let operation = newOperation(.updateSettings(id, SettingsChange(isMarkedUnread: false)))
        return [.putOperation(outbox.append(operation, createdAt: clock.wall))]
    }

    /// The user opens a conversation. The host performs the effects, as after an input.
    public mutating func lookedAt(_ id: ConversationID, at time: Timestamp) -> [SyncEffect] {
        let now = clock.set(time)
        let mutations = unmark(id)
        return mutations.isEmpty ? [] : [.store(mutations)] + proceed(at: now)
    }

    /// Whether a message is from a blocked user.
    public func isFolded(_ message: Message) -> Bool { ownView.relation(to: message.sender).isBlocked }

    /// Whether a message announces itself on this device, on which the user is active.
    ///
    /// - Parameter repliesTo: the sender of the message that it replies to, if known.
    public func decision(for message: Message, repliesTo: UserID? = nil) -> NotificationDecision {
        let view = ownView
        let state = conversations[message.conversation]
        let recipient = NotificationRules.Recipient(
            user: me, settings: outbox.applied(to: profile).notifications,
            conversation: view.settings(of: message.conversation), isDirect: state?.record.info.kind == .direct,
            blocksSender: view.relation(to: message.sender).isBlocked, read: state?.record.read ?? 0,
            device: viewed == message.conversation ? .showsConversation : .active, minute: minuteOfDay)
        return NotificationRules.decide(
            message, repliesTo: repliesTo, isUrgent: false, for: recipient, at: mutesJudgedAt)
    }

    /// Minutes after midnight in the user's time zone.
    private var minuteOfDay: Int {
        let day = Int64(QuietHours.day)
        let minutes = clock.wall.milliseconds / 60_000 + Int64(utcOffset)
        return Int(((minutes % day) + day) % day)
    }
}

extension Outbox {
    /// Changes of a conversation's draft that wait, in order.
    func waitingDrafts(of conversation: ConversationID) -> [OutboxEntry] {
        waiting(in: .settings(conversation)).filter { entry in
            if case .updateSettings(_, let change) = entry.operation.kind { change.isOfDraftAlone } else { false }
        }
    }

    /// The user's account with pending changes applied.
    func applied(to profile: Profile) -> Profile {
        var profile = profile
        for entry in entries where entry.state == .waiting {
            guard case .updateProfile(let change) = entry.operation.kind else { continue }
            profile = profile.applying(change)
        }
        return profile
    }
}
