/// Makes the rows of a conversation from what is held of it: a pure function of messages, members, outbox and positions.
public struct TimelineScreen: Sendable {
    /// Messages of one sender that follow within this many milliseconds belong together.
    public static let groupingMilliseconds: Int64 = 5 * 60_000

    public var me: UserID
    public var members: [Member]
    public var gaps: Gaps
    /// How far the person had read when the screen was opened: the line of new messages stands there.
    public var readWhenOpened: Seq?
    /// Minutes that the reader's clock is ahead of UTC.
    public var minutesFromUTC: Int
    public var isOnline: Bool

    public init(
        me: UserID, members: [Member], gaps: Gaps = Gaps(), readWhenOpened: Seq? = nil, minutesFromUTC: Int = 0,
        isOnline: Bool = true
    ) {
        self.me = me
        self.members = members
        self.gaps = gaps
        self.readWhenOpened = readWhenOpened
        self.minutesFromUTC = minutesFromUTC
        self.isOnline = isOnline
    }

    /// - Parameters:
    ///   - messages: held messages, ascending by `seq`, without holes but the gaps. A window that begins later leaves out the
    ///     gaps before it.
    ///   - outbox: this conversation's operations, in order; unsent messages come last.
    ///   - inFlight: whether an operation has been handed to the socket.
    public func rows(
        messages: [Message], outbox: [OutboxEntry], inFlight: (OperationID) -> Bool = { _ in false }
    ) -> [TimelineRow] {
        let overlay = PendingChanges(outbox)
        var rows: [TimelineRow] = []
        var previous: MessageRow?
        var lastDay: Int64?
        var lineDrawn = false
        var remaining = gaps.ranges[...]
        for message in messages {
            // A message that was held before its surroundings became a gap is shown all the same; the gap stands where the
            // history that is whole begins again.
            while let gap = remaining.first, gap.upperBound < message.seq {
                rows.append(.gap(gap))
                previous = nil
                remaining = remaining.dropFirst()
            }
            var row = row(of: message, overlay)
            if !lineDrawn, let read = readWhenOpened, message.seq > read, !row.isMine, !message.isDeleted {
                rows.append(.newMessages)
                lineDrawn = true
                previous = nil
            }
            append(&row, to: &rows, after: previous, lastDay: &lastDay)
            previous = row
        }
        for entry in outbox {
            guard case .post(_, let text, let writtenAt) = entry.operation.kind else { continue }
            let refusal: Refusal? = if case .failed(let reason) = entry.state { reason } else { nil }
            var row = MessageRow(
                id: entry.operation.id.retyped(), seq: nil, sender: me, senderName: name(of: me), isMine: true,
                text: text, writtenAt: writtenAt,
                status: entry.status(isOnline: isOnline, isInFlight: inFlight(entry.operation.id)), refusal: refusal)
            overlay.apply(to: &row)
            append(&row, to: &rows, after: previous, lastDay: &lastDay)
            previous = row
        }
        return rows
    }

    private func row(of message: Message, _ overlay: PendingChanges) -> MessageRow {
        var row = MessageRow(
            id: message.id, seq: message.seq, sender: message.sender, senderName: name(of: message.sender),
            isMine: message.sender == me, text: message.text, writtenAt: message.writtenAt, editedAt: message.editedAt,
            isDeleted: message.isDeleted)
        if row.isMine {
            let receipts = ReceiptSummary(of: message, among: members)
            row.status = receipts.status
            row.receipts = receipts
        }
        overlay.apply(to: &row)
        return row
    }

    private func append(
        _ row: inout MessageRow, to rows: inout [TimelineRow], after previous: MessageRow?, lastDay: inout Int64?
    ) {
        let day = day(of: row.writtenAt)
        if lastDay != day { rows.append(.day(day)) }
        lastDay = day
        if let previous, previous.sender == row.sender, self.day(of: previous.writtenAt) == day {
            let pause = row.writtenAt.since(previous.writtenAt)
            row.isContinuation = pause >= 0 && pause <= TimelineScreen.groupingMilliseconds
        }
        rows.append(.message(row))
    }

    private func day(of time: Timestamp) -> Int64 {
        let local = time.advanced(by: Int64(minutesFromUTC) * 60_000).milliseconds
        let day = local / 86_400_000
        return local < 0 && local % 86_400_000 != 0 ? day - 1 : day
    }

    private func name(of user: UserID) -> String { members.first { $0.user == user }?.name ?? "" }
}

/// Edits and deletions that wait in the outbox, laid over the messages they are of.
struct PendingChanges {
    private var texts: [MessageID: String] = [:]
    private var deleted: Set<MessageID> = []

    init(_ outbox: [OutboxEntry]) {
        for entry in outbox {
            if case .failed = entry.state { continue }
            switch entry.operation.kind {
            case .edit(_, let message, let text): texts[message] = text
            case .delete(_, let messages): deleted.formUnion(messages)
            default: break
            }
        }
    }

    func apply(to row: inout MessageRow) {
        if deleted.contains(row.id) {
            row.hasPendingChange = !row.isDeleted
            row.isDeleted = true
            row.text = ""
        } else if let text = texts[row.id], !row.isDeleted {
            row.hasPendingChange = row.text != text
            row.text = text
        }
    }
}
