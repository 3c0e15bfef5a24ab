@testable import NexusCore

/// An independent record of every operation and every conversation: rules that hold at each step are checked as it is
/// written.
final class Ledger {
    struct Record {
        var kind: Operation.Kind
        /// The number of its device.
        var device: Int
        var user: UserID
        var wasApplied = false
        /// Its changes, by conversation.
        var seqs: [ConversationID: Seq] = [:]
        /// Whether it was refused permanently at least once: then its order is not kept.
        var wasRefused = false
        var wasDiscarded = false
        /// Whether its device has an acknowledgement.
        var wasAcknowledged = false
        /// Whether a restore undid it.
        var wasLost = false
        /// Whether its device repeats it after a restore.
        var isRepeat = false
        /// Whether it has the attachments of another post, or is about these: later messages do not wait for it.
        var isApart = false
    }

    private struct Audience {
        var members: Set<UserID>
        /// By recipient, the members who have blocked them.
        var hidden: [UserID: Set<UserID>]
    }

    /// The server's state at some time.
    struct History {
        fileprivate var heads: [ConversationID: Seq]
        fileprivate var members: [ConversationID: [UserID: Member]]
        fileprivate var messages: [ConversationID: [MessageID: Message]]
        fileprivate var infos: [ConversationID: Conversation]
        fileprivate var own: [UserID: UserSettingsState]
        fileprivate var applied: Set<OperationID>
    }

    private(set) var operations: [OperationID: Record] = [:]
    /// Operations in the order they were performed.
    private(set) var performed: [OperationID] = []
    /// The last change of each conversation.
    private(set) var heads: [ConversationID: Seq] = [:]
    // The state according to the changes alone.
    private(set) var members: [ConversationID: [UserID: Member]] = [:]
    private(set) var messages: [ConversationID: [MessageID: Message]] = [:]
    private(set) var infos: [ConversationID: Conversation] = [:]
    /// Who may be told of each change, and whose receipts they may not see: one node decides, and another may tell it later.
    private var audiences: [ConversationID: [Seq: Audience]] = [:]
    /// For whom it was told that a user types.
    private var typing: [ConversationID: [UserID: Set<UserID>]] = [:]
    /// Users' settings according to the changes of their own streams.
    private(set) var own: [UserID: UserSettingsState] = [:]

    func performed(_ operation: Operation, on device: Int, by user: UserID) {
        guard operations[operation.id] == nil else { return }
        operations[operation.id] = Record(kind: operation.kind, device: device, user: user)
        performed.append(operation.id)
    }

    /// A device's store has an operation: the text of a post that was separated from its attachments, or these.
    func queued(_ entry: OutboxEntry, on device: Int, by user: UserID) {
        let id = entry.operation.id
        if entry.files == .behind { operations[id]?.isApart = true }
        if entry.files == .apart {
            performed(entry.operation, on: device, by: user)
            operations[id]?.isApart = true
        } else if !entry.isRepeat, case .post(_, let before)? = operations[id]?.kind,
            case .post(_, let post) = entry.operation.kind, post.attachments != before.attachments
        {
            operations[id]?.kind = entry.operation.kind
        }
    }

    /// The upload for an operation is refused for good.
    func uploadRefused(_ id: OperationID) { operations[id]?.wasRefused = true }

    /// An operation is obsolete, because its maker has replaced it.
    func replaced(_ id: OperationID, by kind: Operation.Kind) {
        guard case .react(_, let message, let emoji, _) = kind, let record = operations[id],
            case .react(_, message, emoji, _) = record.kind, !record.wasApplied
        else { return }
        operations[id]?.wasDiscarded = true
    }

    /// Messages on devices at a restore: they must be posted again.
    private(set) var promises: Set<OperationID> = []

    func repeated(_ id: OperationID) { operations[id]?.isRepeat = true }

    func promised(_ id: OperationID) { promises.insert(id) }

    var history: History {
        History(
            heads: heads, members: members, messages: messages, infos: infos, own: own,
            applied: Set(operations.filter { $0.value.wasApplied }.keys))
    }

    /// The server was restored.
    func goBack(to history: History) {
        (heads, members, messages, infos) = (history.heads, history.members, history.messages, history.infos)
        own = history.own
        for (id, record) in operations where record.wasApplied && !history.applied.contains(id) {
            operations[id]?.wasApplied = false
            operations[id]?.wasAcknowledged = false
            operations[id]?.seqs = [:]
            operations[id]?.wasLost = true
        }
    }

    func discarded(_ id: OperationID) { operations[id]?.wasDiscarded = true }

    func isMember(_ user: UserID, of conversation: ConversationID) -> Bool {
        members[conversation]?[user].map { !$0.hasLeft } ?? false
    }

    /// Whether two users share a conversation.
    func areTogether(_ one: UserID, _ other: UserID) -> Bool {
        members.keys.contains { isMember(one, of: $0) && isMember(other, of: $0) }
    }

    /// A transaction of the server was committed.
    func committed(_ id: OperationID, _ changes: [Change]) throws {
        if !changes.isEmpty {
            try require(
                operations[id]?.seqs.isEmpty ?? true, "an operation is applied at most once",
                "\(operations[id]?.kind.name ?? "") \(id)")
        }
        operations[id]?.wasApplied = true
        for change in changes {
            operations[id]?.seqs[change.conversation] = change.seq
            try changed(change)
            try requireReaction(id, change)
            try requirePin(id, change)
            try requireForward(id, change)
            try requireFace(id, change)
        }
    }

    /// A reaction was added or removed as requested, without effect on others.
    private func requireReaction(_ id: OperationID, _ change: Change) throws {
        guard let record = operations[id], case .react(_, let message, let emoji, let on) = record.kind else { return }
        let row = change.messages.first { $0.id == message }
        let users = row?.reactions.first { $0.emoji == emoji }?.users ?? []
        try require(
            change.messages.count == 1 && users.contains(record.user) == on, "a reaction is as it was asked to be",
            "\(emoji) of \(record.user) on \(message): \(on), \(users)")
        try require(Set(users).count == users.count, "somebody reacts once with an emoji", "\(users)")
    }

    /// A message was pinned or unpinned as requested.
    private func requirePin(_ id: OperationID, _ change: Change) throws {
        guard let record = operations[id], case .pin(_, let message, let on) = record.kind else { return }
        let row = change.messages.first { $0.id == message }
        try require(
            change.messages.count == 1 && (row?.pin?.user == record.user) == on, "a pin is as it was asked to be",
            "\(message): \(on), \(String(describing: row?.pin))")
    }

    /// A forwarded message has the original's current content and author, not the device's copy.
    private func requireForward(_ id: OperationID, _ change: Change) throws {
        guard let record = operations[id], case .post(_, let post) = record.kind, let source = post.forward?.message
        else { return }
        let original = messages.values.lazy.compactMap { $0[source] }.first
        guard let original, let row = change.messages.first, change.messages.count == 1 else {
            throw SimulationFailure("what is forwarded is there", "\(source)")
        }
        try require(
            isMember(record.user, of: original.conversation) && !original.isDeleted,
            "what is forwarded is there to see for whoever does it", "\(source)")
        try require(
            row.forward == Forward(user: original.forward?.user ?? original.sender, name: row.forward?.name ?? "")
                && (row.text == original.text || !original.mentions.isEmpty) && row.mentions.isEmpty,
            "what is forwarded says what it said", "\(row) of \(original)")
    }

    /// A group shows the requested values, its history names the author, and a post has its attachments.
    private func requireFace(_ id: OperationID, _ change: Change) throws {
        guard let record = operations[id] else { return }
        switch record.kind {
        case .describe(_, let asked):
            let event = change.messages.first
            try require(
                change.info?.about == asked.about ?? change.info?.about
                    && change.info?.picture == (asked.picture.map(\.media) ?? change.info?.picture)
                    && event?.event != nil && event?.sender == record.user && event?.seq == change.seq,
                "a group shows what it was asked to show", "\(id): \(change)")
        case .post(_, let post) where post.forward == nil:
            try require(
                change.messages.first?.attachments.map(\.media) == post.attachments.map(\.media)
                    || record.wasLost && change.messages.first?.attachments.isEmpty == true,
                "a post carries what it was given", "\(id)")
        default: break
        }
    }

    /// A user changed a setting.
    func settled(_ user: UserID, _ changes: UserSettingsChanges) throws {
        var state = own[user] ?? UserSettingsState()
        try require(
            changes.after == state.cursor && changes.cursor == state.cursor + 1, "each change takes the next seq",
            "\(user) went from \(state.cursor) to \(changes.cursor)")
        let before = state
        _ = state.apply(changes)
        for (id, settings) in before.settings {
            try require(
                settings.hidden.allSatisfy { state.settings[id]?.hides($0) == true },
                "what somebody deleted for themself stays deleted", "\(id) of \(user)")
        }
        own[user] = state
    }

    private func changed(_ change: Change) throws {
        let id = change.conversation
        try require(
            change.seq == (heads[id] ?? 0) + 1, "each change takes the next seq",
            "\(id) went from \(heads[id] ?? 0) to \(change.seq)")
        heads[id] = change.seq
        for row in change.members {
            if let before = members[id]?[row.user] {
                try require(
                    row.read >= before.read && row.delivered >= before.delivered, "positions only move forward",
                    "\(row.user) in \(id): \(before.read), \(before.delivered) to \(row.read), \(row.delivered)")
            }
            try require(row.delivered >= row.read, "what is read was delivered", "\(row.user) in \(id)")
            members[id, default: [:]][row.user] = row
        }
        for row in change.messages {
            if row.changed == row.seq, id.isDirect {
                try require(
                    !(members[id] ?? [:]).keys.contains { hasBlocked($0, row.sender) }, "who is blocked writes nothing",
                    "\(row.id)")
            }
            try require(row.changed == change.seq, "a row says which change it is of", "\(row.id): \(row.changed)")
            messages[id, default: [:]][row.id] = row
        }
        if let info = change.info { infos[id] = info }
        let present = (members[id] ?? [:]).values.filter { !$0.hasLeft }
        audiences[id, default: [:]][change.seq] = audience(of: change, Set(present.map(\.user)))
        try require(
            id.isDirect || present.isEmpty || present.count { $0.role == .owner } == 1, "a group has one owner", "\(id)"
        )
    }

    private func audience(of change: Change, _ present: Set<UserID>) -> Audience {
        var audience = Audience(members: present, hidden: [:])
        for row in change.members {
            for user in present where hasBlocked(row.user, user) { audience.hidden[user, default: []].insert(row.user) }
        }
        return audience
    }

    /// A user types, and those are to be told, now or later.
    func typed(_ user: UserID, in id: ConversationID, for others: [UserID]) {
        typing[id, default: [:]][user, default: []].formUnion(others)
    }

    /// The server refuses an operation for good.
    func refused(_ id: OperationID, _ refusal: Refusal) throws {
        operations[id]?.wasRefused = true
        // A repeated receipt of a former member has no effect, and its answer does not matter.
        guard let record = operations[id] else { return }
        if record.kind.givesWay { return }
        if refusal.code == .messageGone { try requireFollows(id, record) }
        if case .post(_, let post) = record.kind, post.forward == nil, refusal.code == .mediaGone, !record.wasLost {
            throw SimulationFailure(
                "attachments are complete before they are posted", "\(id) of device \(record.device)")
        }
        try require(
            !record.wasApplied, "a repeated operation returns the original success",
            "\(record.kind.name) \(id) was applied, then refused: \(refusal.code.text)")
    }

    /// No message that an operation is about is still to come from its own device.
    private func requireFollows(_ id: OperationID, _ record: Record) throws {
        let messages: [MessageID] =
            switch record.kind {
            case .post(_, let post): post.replyTo.map { [$0] } ?? []
            case .react(_, let message, _, _), .edit(_, let message, _, _): [message]
            default: []
            }
        for message in messages {
            guard let other = operations[message.retyped()], other.device == record.device, case .post = other.kind
            else { continue }
            try require(
                other.wasApplied || other.wasRefused || other.wasDiscarded || other.wasLost || other.isRepeat,
                "what is about a message follows it", "\(record.kind.name) \(id) of device \(record.device)")
        }
    }

    /// An acknowledgement arrived at a device.
    func acknowledged(_ id: OperationID) throws {
        try require(operations[id]?.wasApplied == true, "acknowledged operations are durable", "\(id)")
        operations[id]?.wasAcknowledged = true
    }

    /// A device's store removed an operation from its outbox.
    func removed(_ id: OperationID) throws {
        guard let record = operations[id] else { return }
        if record.kind.givesWay { return }
        try require(
            record.wasApplied || record.wasDiscarded || hasMessage(of: id, record),
            "an operation leaves the outbox when it is done or discarded",
            "\(record.kind.name) \(id) of device \(record.device)")
    }

    /// Whether the server kept the message of a repeated post: one of before the run, which no restore undid.
    private func hasMessage(of id: OperationID, _ record: Record) -> Bool {
        guard record.isRepeat, case .post(let conversation, _) = record.kind else { return false }
        return messages[conversation]?[id.retyped()] != nil
    }

    /// A frame about a conversation is about to be sent to a user.
    func tells(_ user: UserID, _ frame: ServerFrame) throws {
        switch frame {
        case .change(let change):
            let audience =
                change.seq <= heads[change.conversation] ?? 0 ? audiences[change.conversation]?[change.seq] : nil
            guard let audience else {
                throw SimulationFailure(
                    "a change is durable before it is told",
                    "\(user) was sent change \(change.seq) of \(change.conversation)")
            }
            for member in change.members where audience.hidden[user]?.contains(member.user) == true {
                try requireHidden(member, from: user)
            }
            let isFarewell =
                change.info == nil && change.messages.isEmpty
                && change.members.allSatisfy { $0.user == user && $0.hasLeft }
            try require(
                audience.members.contains(user) || isFarewell, "non-members are told nothing",
                "\(user) was sent change \(change.seq) of \(change.conversation)")
        case .changes(let changes):
            try requireHidden(changes.members, from: user)
            try require(isMember(user, of: changes.conversation), "non-members are told nothing", "changes")
        case .page(let page):
            try require(isMember(user, of: page.conversation), "non-members are told nothing", "page")
        case .typing(let id, let other, _):
            try require(
                isMember(user, of: id) && isMember(other, of: id) || typing[id]?[other]?.contains(user) == true,
                "non-members are told nothing", "typing")
        case .presence(let people):
            try require(
                people.allSatisfy { areTogether(user, $0.user) }, "non-members are told nothing", "presence")
        default: break
        }
    }

    /// Whether a user has blocked another.
    func hasBlocked(_ user: UserID, _ other: UserID) -> Bool { own[user]?.relations[other]?.isBlocked ?? false }

    private func requireHidden(_ members: [Member], from user: UserID) throws {
        for member in members where hasBlocked(member.user, user) { try requireHidden(member, from: user) }
    }

    private func requireHidden(_ member: Member, from user: UserID) throws {
        try require(
            member == member.withoutReceipts, "who is blocked is told of no receipts", "\(user) of \(member.user)")
    }

    /// The conversation operations of each device took effect in the order they were written.
    func requireOrder() throws {
        var last: [Int: [ConversationID: Seq]] = [:]
        for id in performed {
            guard let record = operations[id], !record.wasRefused, !record.wasDiscarded, !record.wasLost,
                !record.isRepeat
            else {
                continue
            }
            if case .receipt = record.kind { continue }
            guard let conversation = Operation(id: id, kind: record.kind).conversation,
                let seq = record.seqs[conversation]
            else { continue }
            let before = last[record.device]?[conversation] ?? 0
            try require(
                seq > before, "a device's operations take effect in the order they were written",
                "\(record.kind.name) \(id) of device \(record.device): \(seq) after \(before)")
            if record.isApart { continue }
            last[record.device, default: [:]][conversation] = seq
        }
    }
}
