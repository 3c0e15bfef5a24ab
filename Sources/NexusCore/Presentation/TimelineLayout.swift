/// Where rows stand among each other: separators between days, groups of one sender, gaps, the line before what is new.
struct TimelineLayout: Sendable {
    /// Messages of one sender that follow within this many milliseconds belong together.
    static let groupingMilliseconds: Int64 = 5 * 60_000

    var gaps = Gaps()
    /// The `seq` of the message that the line of new messages stands before.
    var line: Seq?
    /// Minutes that the reader's clock is ahead of UTC.
    var minutesFromUTC = 0
    /// Whether gaps before the first message are rows; where a screen offers older history there, they are not.
    var showsLeadingGaps = false

    /// Places a message after the one before it; `message` is `nil` while it is unsent.
    func place(_ row: MessageRow, _ message: Message?, after previous: PlacedMessage?) -> PlacedMessage {
        var placed = PlacedMessage(message: message, row: row, dayOfMessage: day(of: row.writtenAt))
        if let seq = row.seq {
            // A message that was held before its surroundings became a gap is shown all the same; the gap stands where the
            // history that is whole begins again.
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

    /// The message before which the line stands, for somebody who had read up to `read`.
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

/// A message with the rows that stand before it on its account.
struct PlacedMessage: Sendable {
    /// `nil` while it is unsent.
    var message: Message?
    var row: MessageRow
    /// Days since 1970-01-01 where the reader is.
    let dayOfMessage: Int64
    var gaps: [ClosedRange<Seq>] = []
    var isFirstNew = false
    var beginsDay = false

    init(message: Message?, row: MessageRow, dayOfMessage: Int64) {
        self.message = message
        self.row = row
        self.dayOfMessage = dayOfMessage
    }

    /// Rows that stand before the message on its account.
    var leadCount: Int { gaps.count + (isFirstNew ? 1 : 0) + (beginsDay ? 1 : 0) }
    var rowCount: Int { leadCount + 1 }

    func appendRows(to rows: inout [TimelineRow]) {
        for gap in gaps { rows.append(.gap(gap)) }
        if isFirstNew { rows.append(.newMessages) }
        if beginsDay { rows.append(.day(dayOfMessage)) }
        rows.append(.message(row))
    }

    /// Whether it stands as the other does, whatever the two say.
    func stands(as other: PlacedMessage) -> Bool {
        gaps == other.gaps && isFirstNew == other.isFirstNew && beginsDay == other.beginsDay
            && dayOfMessage == other.dayOfMessage && row.isContinuation == other.row.isContinuation
    }

    /// Whether it belongs to the group of the message before: same sender, same day, soon after, with nothing between.
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
