/// Builds the rows of a conversation: a pure function of stored messages, members, outbox and positions. An open screen
/// uses a ``TimelineWindow`` instead.
public struct TimelineScreen: Sendable {
    /// Messages of one sender that follow within this many milliseconds belong together.
    public static let groupingMilliseconds: Int64 = TimelineLayout.groupingMilliseconds

    public var me: UserID
    public var members: [Member]
    public var gaps: Gaps
    /// The user's read position when the screen was opened: the separator of new messages is there.
    public var readWhenOpened: Seq?
    /// Minutes that the reader's clock is ahead of UTC.
    public var minutesFromUTC: Int
    public var isOnline: Bool
    /// Blocked users, whose messages are folded.
    public var blocked: Set<UserID> = []
    /// Messages deleted by the user for themself, which are not quoted.
    public var deleted = DeletedForOneself()

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
    ///   - messages: stored messages, ascending by `seq`, contiguous except for gaps.
    ///   - originals: stored originals of their replies from elsewhere.
    ///   - outbox: this conversation's operations, in order; unsent messages come last.
    ///   - inFlight: whether an operation has been sent.
    public func rows(
        messages: [Message], originals: [Message] = [], outbox: [OutboxEntry],
        inFlight: (OperationID) -> Bool = { _ in false }
    ) -> [TimelineRow] {
        let maker = RowMaker(
            me: me, members: members, changes: PendingChanges(outbox),
            originals: Originals.answered(by: messages, outbox, among: originals + messages), blocked: blocked,
            deleted: deleted)
        let layout = TimelineLayout(
            gaps: gaps, line: TimelineLayout.line(in: messages, read: readWhenOpened, me: me),
            minutesFromUTC: minutesFromUTC, showsLeadingGaps: true)
        var rows: [TimelineRow] = []
        var previous: PlacedMessage?
        func append(_ row: MessageRow, _ message: Message?) {
            let placed = layout.place(row, message, after: previous)
            placed.appendRows(to: &rows)
            previous = placed
        }
        for message in messages { append(maker.row(of: message), message) }
        for entry in outbox {
            let isInFlight = inFlight(entry.operation.id)
            guard let row = maker.row(of: entry, among: outbox, isOnline: isOnline, isInFlight: isInFlight) else {
                continue
            }
            append(row, nil)
        }
        return rows
    }
}

extension SyncEngine {
    /// Messages of a conversation as separate rows, in the given order, with pending changes.
    public func rows(of messages: [Message], in conversation: ConversationID) -> [MessageRow] {
        let changes = outbox.entries(of: conversation)
        let view = ownView
        let deleted = view.settings(of: conversation).deleted
        let maker = RowMaker(
            me: me, members: conversations[conversation]?.members ?? [], changes: PendingChanges(changes),
            originals: Originals.answered(by: messages, [], among: messages), blocked: view.blocked, deleted: deleted)
        return messages.filter { !deleted.holds($0.seq) }.map { maker.row(of: $0) }
    }
}
