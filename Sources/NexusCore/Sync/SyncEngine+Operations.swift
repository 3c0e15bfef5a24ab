// The user's operations, and the server's answers.
extension SyncEngine {
    /// Performs a mutation: checked locally, queued durably, shown at once, sent when online. `people` are the users
    /// whom the operation brings into a conversation, so that they have names before the server answers. `id` is given
    /// if the operation was named before; a queued one is not queued again.
    ///
    /// - Throws: a `Refusal` for an error that needs no server: a too long text, an unknown conversation, a value that the
    ///   wire cannot hold.
    /// - Returns: the operation's identifier, which is also the message's for a post.
    public mutating func perform(
        _ kind: Operation.Kind, id: OperationID? = nil, people: [User] = [], at time: Timestamp
    ) throws(Refusal) -> (OperationID, [SyncEffect]) {
        if let id, outbox.entry(id).hasValue { return (id, []) }
        let kind = try checked(kind)
        try kind.checkReadable()
        let now = clock.set(time)
        if case .react = kind { return react(kind, id: id, at: now) }
        let operation = id.map { Operation(id: $0, kind: kind) } ?? newOperation(kind)
        var mutations: [StoreMutation]
        if case .updateSettings(let id, let change) = kind, change.isOfDraftAlone {
            mutations = queueDraft(operation, of: id, at: now)
        } else {
            mutations = [.putOperation(outbox.append(operation, createdAt: clock.wall))]
        }
        switch kind {
        case .createDirect(let id, let other):
            mutations += openLocally(id, kind: .direct, title: nil, people: people, users: [other])
        case .createGroup(let id, let title, let users):
            mutations += openLocally(id, kind: .group, title: title, people: people, users: users)
        case .updateProfile(let change):
            profile = profile.applying(change)
            mutations.append(.putProfile(profile))
        case .post(let id, _): mutations += endDraft(in: id, at: now)
        default: break
        }
        var effects: [SyncEffect] = [.store(mutations)]
        if case .post(let id, _) = kind, typing.ended(id), connection.isOpen {
            effects.append(.send(.typing(id, active: false)))
        }
        if case .updateSettings = kind { effects += judgeMutes() }
        if case .insight(let id, _) = kind { effects.append(.insightsChanged(id)) }
        return (operation.id, effects + proceed(at: now))
    }

    /// A new identifier for a group, made here so that the group exists before the server has it.
    public mutating func newConversationID(at now: Timestamp) -> ConversationID {
        ConversationID(at: serverTime(at: now), using: &random)
    }

    mutating func newOperation(_ kind: Operation.Kind) -> Operation {
        Operation(id: OperationID(at: serverTime(at: clock.wall), using: &random), kind: kind)
    }

    private func checked(_ kind: Operation.Kind) throws(Refusal) -> Operation.Kind {
        if let id = kind.conversationMustExist {
            guard conversations[id].hasValue else { throw Refusal.conversationGone }
        }
        if case .insight = kind, hasInsights == false { throw Refusal.insightsTooOld }
        // An invalid operation would never be answered.
        if let problem = kind.countProblem { throw problem }
        if case .post(let id, var post) = kind {
            if post.mentions.isEmpty { post.mentions = mentions(in: post.text, of: id) }
            return .post(id, try post.checked())
        }
        if case .edit(let id, let message, let text, var mentions) = kind {
            if mentions.isEmpty { mentions = self.mentions(in: text, of: id) }
            let accepted: String
            // Whether it has attachments, so that its text may be empty, is unknown here: the host and the server
            // check.
            do throws(TextProblem) { accepted = try TextRule.caption(text) } catch { throw Refusal(error) }
            return .edit(
                id, message: message, text: accepted, mentions: try mentions.accepted(in: text, cutTo: accepted))
        }
        do throws(TextProblem) {
            switch kind {
            case .react(let id, let message, let emoji, let on):
                guard let emoji = Emoji.accepted(emoji) else { throw TextProblem.notAnEmoji }
                return .react(id, message: message, emoji: emoji, on: on)
            case .createGroup(let id, let title, let members):
                return .createGroup(id, title: try TextRule.title(title), members: members)
            case .rename(let id, let title):
                return .rename(id, title: try TextRule.title(title))
            case .describe(let id, var change):
                if let about = change.about { change.about = try TextRule.description(about) }
                return .describe(id, change)
            case .updateProfile(var change):
                if let name = change.name { change.name = try TextRule.name(name) }
                if let about = change.about { change.about = try TextRule.about(about) }
                return .updateProfile(change)
            case .report(let id, let message, let reason):
                return .report(id, message: message, reason: try TextRule.reason(reason))
            case .updateSettings(let id, let change):
                return .updateSettings(id, try accepted(change, of: id))
            case .insight(let id, let mutation):
                return .insight(id, try mutation.accepted())
            default:
                return kind
            }
        } catch {
            throw Refusal(error)
        }
    }

    /// Queues a reaction in place of its unsent predecessors, so that toggling costs one operation. If the operation in
    /// flight has the same result, nothing is queued.
    private mutating func react(
        _ kind: Operation.Kind, id: OperationID?, at now: Timestamp
    ) -> (OperationID, [SyncEffect]) {
        var mutations = outbox.withdrawReactions(like: kind).map { StoreMutation.removeOperation($0) }
        let queued = outbox.lastReaction(like: kind)
        let operation: Operation
        if let queued, queued.kind.isReactionOn == kind.isReactionOn {
            operation = queued
        } else {
            operation = id.map { Operation(id: $0, kind: kind) } ?? newOperation(kind)
            mutations.append(.putOperation(outbox.append(replaceable: operation, createdAt: clock.wall)))
        }
        return (operation.id, (mutations.isEmpty ? [] : [.store(mutations)]) + proceed(at: now))
    }

    private mutating func openLocally(
        _ id: ConversationID, kind: Conversation.Kind, title: String?, people: [User], users: [UserID]
    ) -> [StoreMutation] {
        guard !conversations[id].hasValue else { return [] }
        let info = Conversation(
            id: id, kind: kind, title: title, creator: me, createdAt: serverTime(at: clock.wall), changed: 0)
        var members = [
            Member(user: me, name: profile.user.name, role: .owner, joined: 0, read: 0, delivered: 0, changed: 0)
        ]
        for user in users where user != me {
            let person = people.first { $0.id == user }
            members.append(
                Member(
                    user: user, name: person?.name ?? "", picture: person?.picture, role: .member, joined: 0, read: 0,
                    delivered: 0, changed: 0))
        }
        let record = ConversationRecord(info: info)
        var state = ConversationState(record: record, members: members, me: me)
        state.discount = own.discount(of: id)
        conversations[id] = state
        return [.putConversation(record), .upsertMembers(id, members)]
    }

    // MARK: Receipts

    mutating func read(_ id: ConversationID, through seq: Seq, at now: Timestamp) -> [SyncEffect] {
        guard var state = conversations[id], !state.isOutdated else { return [] }
        var mutations = unmark(id)
        let seq = min(seq, max(state.record.cursor, state.newest?.seq ?? 0))
        if state.markRead(through: seq) {
            conversations[id] = state
            let delivered = max(seq, state.member(me)?.delivered ?? 0)
            mutations.append(.putConversation(state.record))
            mutations += receipt(id, read: seq, delivered: delivered, delay: 800, at: now)
        }
        return mutations.isEmpty ? [] : [.store(mutations)]
    }

    /// Queues a receipt, merged into a waiting one: positions only move forward, so the last suffices.
    mutating func receipt(
        _ id: ConversationID, read: Seq, delivered: Seq, delay: Int64, at now: Timestamp
    ) -> [StoreMutation] {
        var read = read
        var delivered = delivered
        var wait = Outbox.Wait(notBefore: now.advanced(by: delay))
        var removed: [StoreMutation] = []
        for entry in outbox.waitingReceipts(id) {
            guard case .receipt(_, let queuedRead, let queuedDelivered) = entry.operation.kind else { continue }
            if queuedRead >= read, queuedDelivered >= delivered { return removed }
            guard !outbox.isInFlight(entry.operation.id) else { continue }
            // Replaced under a new identifier: the old one may have been sent before the connection broke, and its success
            // must not answer for this.
            read = max(read, queuedRead)
            delivered = max(delivered, queuedDelivered)
            wait.join(outbox.withdraw(entry.operation.id))
            removed.append(.removeOperation(entry.operation.id))
        }
        let operation = newOperation(.receipt(id, read: read, delivered: delivered))
        return removed + [.putOperation(outbox.append(operation, createdAt: clock.wall, wait: wait))]
    }

    // MARK: Answers

    mutating func acknowledged(_ acknowledgement: Acknowledgement, at now: Timestamp) -> [SyncEffect] {
        let id = acknowledgement.operation
        guard let entry = outbox.entry(id) else { return [] }
        if case .insight(let conversation, _) = entry.operation.kind {
            return acknowledgedInsight(acknowledgement, in: conversation)
        }
        guard let conversation = entry.operation.conversation, var state = conversations[conversation] else {
            return acknowledgedOwn(acknowledgement)
        }
        var mutations: [StoreMutation] = []
        let isAhead = acknowledgement.seq > state.record.cursor
        if case .post(_, let post) = entry.operation.kind, post.attachments.isEmpty, post.forward == nil {
            if isAhead {
                mutations = state.insertPosted(
                    post.message(
                        id.retyped(), in: conversation, at: acknowledgement.seq, by: me,
                        writtenAt: post.writingTime(arrivingAt: acknowledgement.at)))
            }
        } else if isAhead, let settled = outbox.settle(id, as: .acknowledged(acknowledgement.seq)) {
            let wasLocalOnly = state.isLocalOnly
            state.record.head = max(state.record.head, acknowledgement.seq)
            conversations[conversation] = state
            // The server's knowledge of the conversation must survive a restart.
            return [.store([.putOperation(settled)] + (wasLocalOnly ? [.putConversation(state.record)] : []))]
        }
        outbox.remove(id)
        mutations.append(.removeOperation(id))
        conversations[conversation] = state
        return settled(conversation, mutations, arrived: [], after: state.record.cursor, at: now)
    }

    mutating func refused(_ id: OperationID, _ refusal: Refusal, at now: Timestamp) -> [SyncEffect] {
        guard let entry = outbox.entry(id), entry.state == .waiting else { return [] }
        if refusal.code.isTransient || isTooEarly(entry.operation, refusal) {
            outbox.postpone(id, retryAfter: refusal.retryAfter, at: now, using: &random)
            return []
        }
        if entry.isRepeat, let effects = refusedRepeat(entry, refusal) { return effects }
        if let effects = refusedFiles(entry, refusal) { return effects }
        // A server keeps unused uploads for a day; the files are still on this device.
        if refusal.code == .mediaGone, entry.operation.isUpload, !entry.isRepeat, outbox.uploadAgain(id) { return [] }
        if entry.operation.kind.givesWay {
            outbox.remove(id)
            return [.store([.removeOperation(id)])] + (entry.operation.conversation == nil ? [.redraw(.own)] : [])
        }
        guard let failed = outbox.settle(id, as: .failed(refusal)) else { return [] }
        // A repetition in a new epoch is not a present action of the user: it is not reported.
        return [.store([.putOperation(failed)])] + entry.redraw + (entry.isRepeat ? [] : [.refused(id, refusal)])
    }

    mutating func retry(_ id: OperationID) -> [SyncEffect] {
        guard let entry = outbox.entry(id), case .failed = entry.state,
            let waiting = outbox.requeue(id, as: entry.operation)
        else { return [] }
        return [.store([.putOperation(waiting)])] + waiting.redraw
    }

    mutating func discard(_ id: OperationID) -> [SyncEffect] {
        // An upload can be cancelled; a sent operation must be answered.
        guard let entry = outbox.entry(id), !outbox.isSent(id) else { return [] }
        if case .acknowledged = entry.state { return [] }
        outbox.remove(id)
        var mutations: [StoreMutation] = [.removeOperation(id)]
        let cancelling: [SyncEffect] = entry.operation.isUpload ? [.cancelUpload(entry.operation)] : []
        switch entry.operation.kind {
        case .createDirect(let conversation, _), .createGroup(let conversation, _, _):
            if conversations[conversation]?.isLocalOnly == true {
                conversations[conversation] = nil
                mutations.append(.removeConversation(conversation))
                for other in outbox.entries where other.operation.isAbout(conversation) {
                    outbox.remove(other.operation.id)
                    mutations.append(.removeOperation(other.operation.id))
                }
            }
        case .updateSettings, .updateRelation: return [.store(mutations), .redraw(.own)]
        case .updateProfile(let change):
            // A refused picture is no longer shown; the next welcome has the present one.
            if let picture = change.picture?.media, picture == profile.user.picture {
                profile.user.picture = nil
                mutations.append(.putProfile(profile))
            }
        default: break
        }
        return [.store(mutations)] + cancelling + entry.redraw
    }

    // MARK: History

    mutating func loadOlder(_ id: ConversationID, before seq: Seq, at now: Timestamp) -> [SyncEffect] {
        guard let state = conversations[id], let gap = state.record.gaps.gap(before: seq) else { return [] }
        catchUp.want(.page(PageRequest(conversation: id, anchor: .before(min(seq, gap.upperBound + 1)))))
        return []
    }

    mutating func loadAround(_ id: ConversationID, _ seq: Seq, at now: Timestamp) -> [SyncEffect] {
        guard let state = conversations[id], state.record.gaps.gap(at: seq) != nil else { return [] }
        catchUp.want(.page(PageRequest(conversation: id, anchor: .around(seq))))
        return []
    }

    // MARK: Typing

    mutating func type(in conversation: ConversationID, _ active: Bool, at now: Timestamp) -> [SyncEffect] {
        // A conversation that the server does not have has no other members.
        guard let state = conversations[conversation], !state.isLocalOnly else { return [] }
        let tell = active ? typing.edited(conversation, at: now) : typing.ended(conversation)
        return tell && connection.isOpen ? [.send(.typing(conversation, active: active))] : []
    }

    mutating func expireTyping(at now: Timestamp) -> [SyncEffect] {
        var effects: [SyncEffect] = typing.expire(at: now).map { .redraw(.typing($0)) }
        if let next = typing.nextExpiry(at: now) { effects.append(.schedule(.typing, after: next)) }
        return effects
    }
}

extension Operation.Kind {
    /// The conversation that must exist here for this to be valid.
    fileprivate var conversationMustExist: ConversationID? {
        switch self {
        case .post(let id, _), .edit(let id, _, _, _), .delete(let id, _), .react(let id, _, _, _),
            .pin(let id, _, _), .receipt(let id, _, _), .rename(let id, _), .setAI(let id, _), .describe(let id, _),
            .addMembers(let id, _), .removeMember(let id, _), .setRole(let id, _, _), .leave(let id), .dissolve(let id),
            .insight(let id, _):
            id
        case .createDirect, .createGroup, .updateProfile, .updateSettings, .updateRelation: nil
        case .report(let id, _, _): id
        }
    }
}

extension Operation.Kind {
    /// The error for too few or too many users, or invalid positions.
    fileprivate var countProblem: Refusal? {
        switch self {
        case .delete(_, let messages) where messages.isEmpty || messages.count > Limits.messagesPerDelete:
            Refusal(.invalidRequest, "Choose between 1 and \(Limits.messagesPerDelete) messages to delete.")
        case .createGroup(_, _, let users) where users.count > Limits.peoplePerOperation,
            .addMembers(_, let users) where users.count > Limits.peoplePerOperation:
            Refusal(.tooManyPeople, "Too many people: at most \(Limits.peoplePerOperation) at once.")
        case .receipt(_, let read, let delivered) where read < 0 || delivered < 0:
            Refusal(.invalidRequest, "A position cannot be negative.")
        case .updateSettings(_, let change) where change.hidden.count > Limits.hiddenMessages: Refusal.tooManyHidden
        default: nil
        }
    }

    /// Checks that the operation can be read back from its own JSON.
    ///
    /// - Throws: a `Refusal` for a value out of range. The server could not read the operation either, and a store that
    ///   holds it could not be opened.
    fileprivate func checkReadable() throws(Refusal) {
        do throws(JSONError) { _ = try Operation.Kind.decode(json) } catch {
            throw Refusal(.invalidRequest, "This change cannot be sent. \(error.message)")
        }
    }
}

extension Refusal {
    /// The conversation does not exist here, or the user is no longer a member.
    public static let conversationGone = Refusal(
        .conversationGone, "This conversation is not there, or you are no longer a member of it.")

    /// More single messages of a conversation are deleted for the user alone than `Limits.hiddenMessages`.
    public static let tooManyHidden = Refusal(
        .tooManyHidden,
        "You can delete at most \(Limits.hiddenMessages) messages of a conversation for yourself. Delete the whole conversation for yourself instead."
    )
}
