/// Makes the row of one message: who wrote it, how far it has come, and what of the outbox is laid over it.
struct RowMaker: Sendable {
    let me: UserID
    let members: [Member]
    let changes: PendingChanges

    init(me: UserID, members: [Member] = [], changes: PendingChanges = PendingChanges()) {
        self.me = me
        self.members = members
        self.changes = changes
    }

    /// The row of a message that the server has.
    func row(of message: Message) -> MessageRow {
        var row = MessageRow(
            id: message.id, seq: message.seq, sender: message.sender, senderName: name(of: message.sender),
            isMine: message.sender == me, text: message.text, writtenAt: message.writtenAt, editedAt: message.editedAt,
            isDeleted: message.isDeleted)
        if row.isMine {
            let counts = ReceiptCounts(of: message, among: members)
            row.status = counts.status
            row.receipts = counts
        }
        changes.apply(to: &row)
        return row
    }

    /// The row of a message that is still an operation; `nil` where the operation is something else.
    func row(of entry: OutboxEntry, isOnline: Bool, isInFlight: Bool) -> MessageRow? {
        guard case .post(_, let post) = entry.operation.kind else { return nil }
        var refusal: Refusal?
        if case .failed(let reason) = entry.state { refusal = reason }
        var row = MessageRow(
            id: entry.operation.id.retyped(), seq: nil, sender: me, senderName: name(of: me), isMine: true,
            text: post.text, writtenAt: post.writtenAt,
            status: entry.status(isOnline: isOnline, isInFlight: isInFlight),
            refusal: refusal)
        changes.apply(to: &row)
        return row
    }

    private func name(of user: UserID) -> String { members.first { $0.user == user }?.name ?? "" }
}
