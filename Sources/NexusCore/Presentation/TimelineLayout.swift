/// The layout of rows: separators between days, groups of one sender, gaps, and the separator of new messages.
struct TimelineLayout: Sendable {
    /// Messages of one sender that follow within this many milliseconds belong together.
    static let groupingMilliseconds: Int64 = 5 * 60_000

    var gaps = Gaps()
    /// The `seq` of the message after the separator of new messages.
    var line: Seq?
    /// Minutes that the reader's clock is ahead of UTC.
    var minutesFromUTC = 0
    /// Whether gaps before the first message are rows; not on screens that load older history there.
    var showsLeadingGaps = false

    /// Places a message after the one before it; `message` is `nil` while it is unsent.
    func place(_ row: MessageRow, _ message: Message?, after previous: PlacedMessage?) -> PlacedMessage {
        var placed = PlacedMessage(message: message, row: row, dayOfMessage: day(of: row.writtenAt))
        if let seq = row.seq {
            // A message in a gap is shown too; the gap's row is where contiguous history begins again.
            if !gaps.isEmpty, previous != nil || showsLeadingGaps {
                let start = previous?.row.seq ?? 0
                placed.gaps = gaps.ranges.filter { $0.upperBound >= start && $0.upperBound < seq }
            }
            placed.isFirstNew = seq == line
        }
        placed.beginsDay = previous?.dayOfMessage != placed.dayOfMessage
        placed.row.isContinuation = placed.continues(previous)
        return placed
    }

    /// The message after the separator, for a user who had read up to `read`.
    static func line(in messages: some Sequence<Message>, read: Seq?, me: UserID) -> Seq? {
        guard let read else { return nil }
        return messages.first { $0.seq > read && $0.sender != me && $0.isSaid }?.seq
    }

    private func day(of time: Timestamp) -> Int64 {
        let local = time.advanced(by: Int64(minutesFromUTC) * 60_000).milliseconds
        let day = local / 86_400_000
        return local < 0 && local % 86_400_000 != 0 ? day - 1 : day
    }
}

/// A message with the rows before it.
struct PlacedMessage: Sendable {
    /// `nil` while it is unsent.
    var message: Message?
    var row: MessageRow
    /// Days since 1970-01-01 in the reader's time zone.
    let dayOfMessage: Int64
    var gaps: [ClosedRange<Seq>] = []
    var isFirstNew = false
    var beginsDay = false

    init(message: Message?, row: MessageRow, dayOfMessage: Int64) {
        self.message = message
        self.row = row
        self.dayOfMessage = dayOfMessage
    }

    /// The rows before the message.
    var leadCount: Int { gaps.count + (isFirstNew ? 1 : 0) + (beginsDay ? 1 : 0) }
    var rowCount: Int { leadCount + 1 }

    func appendRows(to rows: inout [TimelineRow]) {
        for gap in gaps { rows.append(.gap(gap)) }
        if isFirstNew { rows.append(.newMessages) }
        if beginsDay { rows.append(.day(dayOfMessage)) }
        rows.append(.message(row))
    }

    /// Whether its layout equals the other's, regardless of content.
    func stands(as other: PlacedMessage) -> Bool {
        gaps == other.gaps && isFirstNew == other.isFirstNew && beginsDay == other.beginsDay
            && dayOfMessage == other.dayOfMessage && row.isContinuation == other.row.isContinuation
    }

    /// Whether it continues the group of the message before: same sender, same day, soon after, nothing between.
    fileprivate func continues(_ previous: PlacedMessage?) -> Bool {
        guard let previous, gaps.isEmpty, !isFirstNew, !beginsDay, previous.row.sender == row.sender,
            previous.row.event == nil, row.event == nil
        else {
            return false
        }
        let pause = row.writtenAt.since(previous.row.writtenAt)
        return pause >= 0 && pause <= TimelineLayout.groupingMilliseconds
    }
}
