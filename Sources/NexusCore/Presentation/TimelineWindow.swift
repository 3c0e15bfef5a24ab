/// The rows of an open conversation. It keeps them, and each update returns only the changed ones, so that a new
/// message or receipt costs the same in a window of ten rows and of ten thousand.
///
/// The rows are those that ``TimelineScreen`` makes of the same messages.
public struct TimelineWindow: Sendable {
    /// The inputs of rows besides messages, at one moment.
    public struct Surroundings: Sendable {
        public var members: [Member]
        public var gaps: Gaps
        /// The conversation's operations, in order.
        public var outbox: [OutboxEntry]
        public var isOnline: Bool
        /// Operations that have been handed to the socket.
        public var inFlight: [OperationID]
        /// Blocked users, whose messages are folded.
        public var blocked: Set<UserID> = []
        /// Messages deleted by the user for themself, which are not quoted.
        public var deleted = DeletedForOneself()

        public init(
            members: [Member], gaps: Gaps = Gaps(), outbox: [OutboxEntry] = [], isOnline: Bool = true,
            inFlight: [OperationID] = []
        ) {
            self.members = members
            self.gaps = gaps
            self.outbox = outbox
            self.isOnline = isOnline
            self.inFlight = inFlight
        }
    }

    /// Whether it reaches the newest message: only then are unsent ones shown.
    public private(set) var showsNewest = true
    /// The user's read position when they last opened it or returned.
    private var readBefore: Seq?
    private var maker: RowMaker
    private var layout: TimelineLayout
    private var placed: [PlacedMessage] = []
    /// The number of `placed` on the server; the rest is unsent.
    private var heldCount = 0
    private var rowCount = 0
    /// Stored messages whose post still waits: a change can arrive before the acknowledgement.
    private var unacknowledged: [OperationID] = []
    /// The originals of replies.
    private var originals = Originals()
    private var splices: [RowSplice] = []

    /// - Parameters:
    ///   - readBefore: the position before the separator of new messages; `nil` for none.
    ///   - minutesFromUTC: the reader's offset from UTC in minutes.
    public init(me: UserID, readBefore: Seq? = nil, minutesFromUTC: Int = 0) {
        maker = RowMaker(me: me)
        layout = TimelineLayout(minutesFromUTC: minutesFromUTC)
        self.readBefore = readBefore
    }

    public var me: UserID { maker.me }

    /// The position of the oldest message shown, and of the newest.
    public var oldest: Seq? { heldCount > 0 ? placed[0].row.seq : nil }
    public var newest: Seq? { heldCount > 0 ? placed[heldCount - 1].row.seq : nil }

    /// All rows, rebuilt.
    public var rows: [TimelineRow] {
        var rows: [TimelineRow] = []
        rows.reserveCapacity(rowCount)
        for item in placed { item.appendRows(to: &rows) }
        return rows
    }

    /// The messages shown that the server has.
    var messages: [Message] { placed.compactMap { $0.message } }

    /// Whether a message is shown.
    public func holds(_ message: MessageID) -> Bool { placed.contains { $0.row.id == message } }

    /// The message at a position, if it is shown.
    public func message(at seq: Seq) -> MessageRow? {
        let position = position(of: seq)
        return position < heldCount && placed[position].row.seq == seq ? placed[position].row : nil
    }

    /// Whether a row replies to that message.
    public func refers(to message: MessageID) -> Bool { originals.refers(to: message) }

    /// Unknown originals, each reported once: pass them to ``update(_:originals:in:)``.
    public mutating func takeMissingOriginals() -> [MessageID] { originals.takeUntold() }

    /// Moves the separator of new messages: the user returned, having read up to `read`.
    public mutating func look(from read: Seq?) { readBefore = read }

    /// Shows other messages instead: ascending by `seq`, without holes but the gaps.
    public mutating func show(
        _ messages: [Message], originals: [Message] = [], showsNewest: Bool, in surroundings: Surroundings
    ) -> [RowSplice] {
        self.showsNewest = showsNewest
        let old = rows
        placed = []
        heldCount = 0
        rowCount = 0
        splices = []
        self.originals = Originals()
        _ = update(messages, originals: originals, in: surroundings)
        splices = []
        return RowSplice(from: old, to: rows, at: 0).map { [$0] } ?? []
    }

    /// It reaches the newest message from here on.
    public mutating func attach() { showsNewest = true }

    /// Takes new or changed messages, in any order, and the other present inputs.
    ///
    /// - Parameter originals: originals from elsewhere in the history.
    /// - Returns: the splices, to be applied in order.
    public mutating func update(
        _ messages: [Message], originals: [Message] = [], in surroundings: Surroundings
    ) -> [RowSplice] {
        splices = []
        let answered = noteOriginals(messages, elsewhere: originals, surroundings.outbox)
        var stale = replaceMaker(surroundings)
        maker.originals = self.originals
        if !answered.isEmpty {
            stale = stale ?? Stale()
            stale?.answered = answered
        }
        let regapped = layout.gaps != surroundings.gaps
        layout.gaps = surroundings.gaps
        noteUnacknowledged(messages, surroundings.outbox)
        merge(messages, unsent: unsent(surroundings))
        let line = TimelineLayout.line(
            in: placed[position(of: (readBefore ?? 0) + 1)..<heldCount].lazy.compactMap { $0.message },
            read: readBefore, me: maker.me)
        if regapped || line != layout.line {
            layout.line = line
            placeAnew()
        }
        if let stale { refresh(stale) }
        return splices
    }

    /// Finds the originals of replies; returns those whose existing quotes change.
    private mutating func noteOriginals(
        _ messages: [Message], elsewhere: [Message], _ outbox: [OutboxEntry]
    ) -> [MessageID] {
        var answered: [MessageID] = []
        for message in elsewhere where originals.take(message) { answered.append(message.id) }
        for message in messages where originals.take(message) { answered.append(message.id) }
        func find(_ id: MessageID) -> Message? {
            messages.last { $0.id == id } ?? elsewhere.last { $0.id == id }
                ?? placed[..<heldCount].last { $0.row.id == id }?.message
        }
        let ids = messages.compactMap { $0.replyTo } + outbox.compactMap { $0.replyTo }
        for id in ids { originals.refer(to: id, find: find) }
        return answered
    }

    // MARK: Messages

    private struct Draft {
        var message: Message?
        var row: MessageRow
    }

    private func unsent(_ surroundings: Surroundings) -> [Draft] {
        guard showsNewest else { return [] }
        var drafts: [Draft] = []
        for entry in surroundings.outbox where !unacknowledged.contains(entry.operation.id) {
            let isInFlight = surroundings.inFlight.contains(entry.operation.id)
            let made = maker.row(
                of: entry, among: surroundings.outbox, isOnline: surroundings.isOnline, isInFlight: isInFlight)
            guard let row = made else { continue }
            drafts.append(Draft(message: nil, row: row))
        }
        return drafts
    }

    private mutating func noteUnacknowledged(_ messages: [Message], _ outbox: [OutboxEntry]) {
        if !unacknowledged.isEmpty {
            unacknowledged.removeAll { id in !outbox.contains { $0.operation.id == id } }
        }
        guard !outbox.isEmpty else { return }
        for message in messages where message.sender == me {
            let id: OperationID = message.id.retyped()
            if !unacknowledged.contains(id), outbox.contains(where: { $0.operation.id == id }) {
                unacknowledged.append(id)
            }
        }
    }

    /// Inserts each message at its place; ascending runs between the same two are inserted together.
    private mutating func merge(_ messages: [Message], unsent: [Draft]) {
        var run: [Draft] = []
        var runPosition = 0
        for message in messages {
            var target = position(of: message.seq)
            if let last = run.last, target != runPosition || last.row.seq ?? .max >= message.seq {
                replace(runPosition..<runPosition, with: run)
                run = []
                target = position(of: message.seq)
            }
            let draft = Draft(message: message, row: maker.row(of: message))
            if target < heldCount, let held = placed[target].message, held.seq == message.seq {
                guard message.changed >= held.changed, message != held else { continue }
                replace(target..<(target + 1), with: [draft])
            } else {
                if run.isEmpty { runPosition = target }
                run.append(draft)
            }
        }
        if !run.isEmpty, runPosition < heldCount {
            replace(runPosition..<runPosition, with: run)
            run = []
        }
        // A new last message replaces its unsent row: one splice for both.
        replace(heldCount..<placed.count, with: run + unsent)
    }

    /// Replaces messages, and updates the layout of those that follow.
    private mutating func replace(_ range: Range<Int>, with drafts: [Draft]) {
        if range.isEmpty, drafts.isEmpty { return }
        var fresh: [PlacedMessage] = []
        fresh.reserveCapacity(drafts.count + 1)
        var previous = range.lowerBound > 0 ? placed[range.lowerBound - 1] : nil
        for draft in drafts {
            let item = layout.place(draft.row, draft.message, after: previous)
            fresh.append(item)
            previous = item
        }
        var end = range.upperBound
        if end < placed.count {
            fresh.append(layout.place(placed[end].row, placed[end].message, after: previous))
            end += 1
        }
        for item in placed[range] where item.message != nil { heldCount -= 1 }
        for draft in drafts where draft.message != nil { heldCount += 1 }
        put(fresh, at: range.lowerBound..<end)
    }

    private mutating func put(_ fresh: [PlacedMessage], at range: Range<Int>) {
        var old: [TimelineRow] = []
        for item in placed[range] { item.appendRows(to: &old) }
        var new: [TimelineRow] = []
        for item in fresh { item.appendRows(to: &new) }
        if let splice = RowSplice(from: old, to: new, at: rowIndex(of: range.lowerBound)) { splices.append(splice) }
        rowCount += new.count - old.count
        placed.replaceSubrange(range, with: fresh)
    }

    // MARK: Existing rows

    /// The rows to rebuild.
    private struct Stale {
        /// All rows.
        var all = false
        /// The user's own in that range.
        var own: ClosedRange<Seq>?
        var messages: [MessageID] = []
        /// Replies to one of these.
        var answered: [MessageID] = []

        /// Whether any row may be among them.
        var reachesBack: Bool { all || !messages.isEmpty || !answered.isEmpty }

        func contains(_ row: MessageRow) -> Bool {
            if all || messages.contains(row.id) { return true }
            if let quote = row.quote, answered.contains(quote.message) || messages.contains(quote.message) {
                return true
            }
            guard row.isMine, let own, let seq = row.seq else { return false }
            return own.contains(seq)
        }
    }

    /// Takes members and pending changes; returns the changed rows.
    private mutating func replaceMaker(_ surroundings: Surroundings) -> Stale? {
        let changes = PendingChanges(surroundings.outbox)
        let isOtherMembers = maker.members != surroundings.members
        let isOtherConcealed = maker.blocked != surroundings.blocked || maker.deleted != surroundings.deleted
        guard isOtherMembers || isOtherConcealed || changes != maker.changes else { return nil }
        var stale = Stale()
        if isOtherMembers {
            let spread = MemberSpread(from: maker.members, to: surroundings.members, me: maker.me)
            stale.all = spread.changesAll
            stale.own = spread.positions
        }
        if isOtherConcealed { stale.all = true }
        if changes != maker.changes { stale.messages = changes.messages + maker.changes.messages }
        maker = RowMaker(
            me: maker.me, members: surroundings.members, changes: changes, originals: originals,
            blocked: surroundings.blocked, deleted: surroundings.deleted)
        return stale
    }

    private mutating func refresh(_ stale: Stale) {
        // Receipts move near the end as a rule: what lies before is not looked at.
        let first = stale.reachesBack ? 0 : position(of: stale.own?.lowerBound ?? 0)
        var index = rowIndex(of: first)
        for position in first..<heldCount {
            if stale.contains(placed[position].row), let message = placed[position].message {
                var row = maker.row(of: message)
                row.isContinuation = placed[position].row.isContinuation
                if row != placed[position].row {
                    placed[position].row = row
                    told(row, at: index + placed[position].leadCount)
                }
            }
            index += placed[position].rowCount
        }
    }

    /// A row changes in place; adjacent ones share a splice.
    private mutating func told(_ row: MessageRow, at index: Int) {
        if let last = splices.indices.last, splices[last].remove == splices[last].rows.count,
            splices[last].at + splices[last].remove == index
        {
            splices[last].remove += 1
            splices[last].rows.append(.message(row))
        } else {
            splices.append(RowSplice(at: index, remove: 1, rows: [.message(row)]))
        }
    }

    /// Gaps or the separator have moved.
    private mutating func placeAnew() {
        for position in placed.indices {
            let previous = position > 0 ? placed[position - 1] : nil
            let item = layout.place(placed[position].row, placed[position].message, after: previous)
            if !item.stands(as: placed[position]) { put([item], at: position..<(position + 1)) }
        }
    }

    // MARK: Places

    /// The first position whose `seq` is not smaller; the end is tried first, since most messages are new.
    private func position(of seq: Seq) -> Int {
        guard let newest, newest >= seq else { return heldCount }
        var low = 0
        var high = heldCount
        while low < high {
            let middle = (low + high) / 2
            if (placed[middle].row.seq ?? .max) < seq { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The index of the first row of the message at a position.
    private func rowIndex(of position: Int) -> Int {
        if position > placed.count / 2 {
            return rowCount - placed[position...].reduce(0) { $0 + $1.rowCount }
        }
        return placed[..<position].reduce(0) { $0 + $1.rowCount }
    }
}
