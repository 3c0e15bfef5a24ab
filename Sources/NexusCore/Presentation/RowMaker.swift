/// Builds the row of one message: sender, status, and pending changes.
struct RowMaker: Sendable {
    let me: UserID
    let members: [Member]
    let changes: PendingChanges
    /// Messages that others answer, as far as they are known.
    var originals: Originals
    /// Blocked users, whose messages are folded.
    var blocked: Set<UserID>
    /// Messages deleted by the user for themself, which are not quoted.
    var deleted: DeletedForOneself

    init(
        me: UserID, members: [Member] = [], changes: PendingChanges = PendingChanges(),
        originals: Originals = Originals(), blocked: Set<UserID> = [], deleted: DeletedForOneself = DeletedForOneself()
    ) {
        self.blocked = blocked
        self.deleted = deleted
        self.me = me
        self.members = members
        self.changes = changes
        self.originals = originals
    }

    /// The row of a message that the server has.
    func row(of message: Message) -> MessageRow {
        var row = plainRow(of: message)
        if let event = message.event {
            row.event = event
            row.text = event.sentence(by: message.sender, for: me, name)
            return row
        }
        row.quote = message.replyTo.map { quote(of: $0) }
        row.reactions = reactions(message.reactions, to: message.id)
        changes.apply(to: &row, by: me, name)
        return row
    }

    private func plainRow(of message: Message) -> MessageRow {
        let shown = MentioningText(message.text, message.mentions).shown(name)
        var row = MessageRow(
            id: message.id, seq: message.seq, sender: message.sender, senderName: name(of: message.sender),
            isMine: message.sender == me, text: shown.text, mentions: shown.mentions, attachments: message.attachments,
            writtenAt: message.writtenAt, editedAt: message.editedAt,
            isDeleted: message.isDeleted)
        row.isFolded = message.event == nil && blocked.contains(message.sender)
        row.forwardedFrom = message.isDeleted ? nil : message.forward.map { origin(of: $0) }
        row.pinnedBy = message.pin.map { name(of: $0.user) }
        row.mentionsMe = !row.isMine && message.mentions.names(me)
        if row.isMine, message.event == nil {
            let counts = ReceiptCounts(of: message, among: members)
            row.status = counts.status
            row.receipts = counts
        }
        return row
    }

    /// The row of a message that is still an operation; `nil` where the operation is something else.
    ///
    /// - Parameter outbox: where a reply to an unsent message finds its original.
    func row(of entry: OutboxEntry, among outbox: [OutboxEntry], isOnline: Bool, isInFlight: Bool) -> MessageRow? {
        guard case .post(_, let post) = entry.operation.kind else { return nil }
        var refusal: Refusal?
        if case .failed(let reason) = entry.state { refusal = reason }
        let shown = MentioningText(post.text, post.mentions).shown(name)
        var row = MessageRow(
            id: entry.operation.id.retyped(), seq: nil, sender: me, senderName: name(of: me), isMine: true,
            text: shown.text, mentions: shown.mentions, attachments: post.attachments, writtenAt: post.writtenAt,
            status: entry.status(isOnline: isOnline, isInFlight: isInFlight),
            refusal: refusal)
        row.canSendTextAlone = entry.canSendTextAlone
        row.forwardedFrom = post.forward.map { origin(of: $0) }
        row.quote = post.replyTo.map { quote(of: $0, among: outbox) }
        row.reactions = reactions([], to: row.id)
        changes.apply(to: &row, by: me, name)
        return row
    }

    private func reactions(_ held: [Reaction], to message: MessageID) -> [ReactionRow] {
        var reactions = held
        changes.apply(to: &reactions, of: message, by: me)
        return reactions.map { ReactionRow($0, me: me, name: name) }
    }

    /// What an answer shows of a message: as that one's row has it.
    private func quote(of id: MessageID, among outbox: [OutboxEntry] = []) -> Quote {
        if let message = originals[id] {
            var row = plainRow(of: message)
            changes.apply(to: &row, by: me, name)
            return Quote(of: row, isHidden: deleted.holds(message.seq))
        }
        for entry in outbox where entry.operation.id == id.retyped() {
            guard case .post(_, let post) = entry.operation.kind else { break }
            var row = MessageRow(
                id: id, seq: nil, sender: me, senderName: name(of: me), isMine: true,
                text: MentioningText(post.text, post.mentions).shown(name).text, attachments: post.attachments,
                writtenAt: post.writtenAt)
            changes.apply(to: &row, by: me, name)
            return Quote(of: row)
        }
        return Quote(missing: id)
    }

    /// The present name of the original sender, if known here.
    private func origin(of forward: Forward) -> String {
        let name = name(of: forward.user)
        return name.isEmpty ? forward.name : name
    }

    private func name(of user: UserID) -> String { members.first { $0.user == user }?.name ?? "" }
}
