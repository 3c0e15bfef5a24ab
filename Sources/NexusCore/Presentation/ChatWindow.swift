/// What the store of a device holds beside a position: messages ascending by `seq`.
public struct HeldPage: Equatable, Sendable {
    public var messages: [Message]
    /// Messages that these answer and that stand elsewhere, as far as they are held.
    public var originals: [Message]
    /// Whether nothing older than these is held, and nothing newer.
    public var isOldest: Bool
    public var isNewest: Bool

    public init(_ messages: [Message], originals: [Message] = [], isOldest: Bool, isNewest: Bool) {
        self.messages = messages
        self.originals = originals
        self.isOldest = isOldest
        self.isNewest = isNewest
    }
}

extension HeldPage {
    /// The part of it that the person has not deleted for themself.
    fileprivate func after(_ cleared: Seq) -> HeldPage {
        var page = self
        page.messages.removeAll { $0.seq <= cleared }
        if page.messages.count < messages.count { page.isOldest = true }
        return page
    }

    /// The part of it that lies between the same gaps as a position; all of it where that itself lies in a gap.
    fileprivate func whole(around seq: Seq, _ gaps: Gaps) -> HeldPage {
        guard gaps.gap(at: seq) == nil else { return self }
        var page = self
        if let before = gaps.gap(before: seq) {
            page.messages.removeAll { $0.seq <= before.upperBound }
            if page.messages.count < messages.count { page.isOldest = false }
        }
        let count = page.messages.count
        if let after = gaps.ranges.first(where: { $0.lowerBound > seq }) {
            page.messages.removeAll { $0.seq >= after.lowerBound }
            if page.messages.count < count { page.isNewest = false }
        }
        return page
    }
}

/// How a chat on a screen has changed.
public struct ChatChanges: Equatable, Sendable {
    public var splices: [RowSplice]
    /// `nil` where it stands as it was told last.
    public var header: ChatHeader?
    /// Whether history goes on before what is shown, here or on the server; and after it.
    public var hasOlder: Bool
    public var hasNewer: Bool
}

/// A conversation on a screen that stays open: the part of its history that is shown, followed through everything that the
/// engine stores, and where to look for more.
public struct ChatWindow: Sendable {
    public let conversation: ConversationID
    private let minutesFromUTC: Int
    private var timeline: TimelineWindow
    /// Everything held from here on is shown; 0 where nothing older is held.
    private var lower: Seq = 0
    /// Everything held up to here is shown; `nil` where it reaches the newest.
    private var upper: Seq?
    /// What the person has deleted for themself.
    private var deleted = DeletedForOneself()
    /// Of the part that is shown, what is not for that.
    private var concealed: [Message] = []
    /// Rows that were stored since the last look.
    private var incoming: [Message] = []
    /// Of those that stand elsewhere, the ones that rows answer.
    private var originals: [Message] = []
    private var header: ChatHeader?
    /// Whether something may have happened that the header shows.
    private var isHeaderStale = true
    /// What the header was made of.
    private var isCaughtUp = false
    private var members: [Member] = []
    private var info: Conversation?
    private var splices: [RowSplice] = []
    /// Whether all that was shown has been taken out of the store: of what is shown next, nothing is of before.
    private var isCleared = false

    /// Opens at the newest page, or around the first unread message. Where something is unread, the line of new messages is drawn.
    ///
    /// - Parameters:
    ///   - seq: where the unread messages begin (``SyncEngine/firstUnread(in:)``), if the page was read around them.
    ///   - minutesFromUTC: minutes that the reader's clock is ahead of UTC.
    public init(
        _ conversation: ConversationID, showing page: HeldPage, around seq: Seq? = nil, minutesFromUTC: Int,
        in engine: SyncEngine
    ) {
        self.conversation = conversation
        self.minutesFromUTC = minutesFromUTC
        timeline = TimelineWindow(me: engine.me, minutesFromUTC: minutesFromUTC)
        look(in: engine)
        show(page, around: seq, in: engine)
    }

    /// All rows, made anew.
    public var rows: [TimelineRow] { timeline.rows }

    /// The position of the oldest message shown, and of the newest.
    public var oldest: Seq? { timeline.oldest }
    public var newest: Seq? { timeline.newest }

    public func holds(_ message: MessageID) -> Bool { timeline.holds(message) }

    public func message(at seq: Seq) -> MessageRow? { timeline.message(at: seq) }

    /// The person begins to look, or looks again: what is unread at this moment is what is new.
    public mutating func look(in engine: SyncEngine) {
        guard let state = engine.conversations[conversation] else { return }
        timeline.look(from: state.unread > 0 ? state.record.read : nil)
    }

    /// The engine asks for this.
    public mutating func note(_ effect: SyncEffect) {
        switch effect {
        case .store(let mutations):
            for mutation in mutations { note(mutation) }
        case .redraw(.typing(conversation)), .redraw(.presence), .redraw(.own), .redraw(.connection):
            isHeaderStale = true
        default: break
        }
    }

    private mutating func note(_ mutation: StoreMutation) {
        switch mutation {
        case .removeConversation(conversation):
            isCleared = true
            incoming = []
            originals = []
            concealed = []
            lower = 0
            upper = nil
        case .upsertMessages(let messages):
            for message in messages where message.conversation == conversation {
                if shows(message.seq) {
                    incoming += visible([message])
                } else if timeline.refers(to: message.id) {
                    originals.append(message)
                }
            }
        // A new title that waits to be sent shows already.
        case .putOperation, .removeOperation, .putOwn: isHeaderStale = true
        default: break
        }
    }

    /// What is to be changed on the screen since this was last asked.
    public mutating func changes(in engine: SyncEngine) -> ChatChanges {
        guard let surroundings = engine.surroundings(of: conversation) else { return gone() }
        if isCleared { splices += timeline.show([], originals: [], showsNewest: true, in: surroundings) }
        isCleared = false
        if surroundings.deleted != deleted { delete(surroundings) }
        splices += timeline.update(incoming, originals: originals, in: surroundings)
        incoming = []
        originals = []
        defer { splices = [] }
        return ChatChanges(
            splices: splices, header: newHeader(in: engine), hasOlder: hasOlder(surroundings.gaps),
            hasNewer: upper != nil)
    }

    /// The header, where it is another than was told last.
    private mutating func newHeader(in engine: SyncEngine) -> ChatHeader? {
        let state = engine.conversations[conversation]
        guard
            isHeaderStale || isCaughtUp != engine.isCaughtUp || state?.members != members || state?.record.info != info
        else { return nil }
        isHeaderStale = false
        isCaughtUp = engine.isCaughtUp
        members = state?.members ?? []
        info = state?.record.info
        let now = engine.chatHeader(conversation)
        guard now != header else { return nil }
        header = now
        return now
    }

    // MARK: What is answered

    /// Messages that rows answer and that are not known here, each told once. What the store holds of them goes to
    /// ``know(_:)``.
    public mutating func takeMissingOriginals() -> [MessageID] { timeline.takeMissingOriginals() }

    /// Held messages that rows answer.
    public mutating func know(_ messages: [Message]) {
        for message in messages where message.conversation == conversation { originals.append(message) }
    }

    // MARK: More of the history

    /// Shows the held page before the oldest row, unless some of what it speaks for has yet to be fetched.
    ///
    /// - Parameter page: held messages before ``start``.
    /// - Parameter settles: shows what is held all the same, with its gaps: the server cannot be asked.
    /// - Returns: the `seq` before which to ask the server; `nil` where nothing is missing.
    public mutating func showOlder(_ page: HeldPage, settles: Bool, in engine: SyncEngine) -> Seq? {
        guard let surroundings = engine.surroundings(of: conversation) else { return nil }
        let page = page.after(deleted.through)
        let first = max(page.isOldest ? 1 : page.messages.first?.seq ?? 1, deleted.through + 1)
        if !settles, let gap = surroundings.gaps.gap(before: start), gap.upperBound >= first { return start }
        lower = page.isOldest ? 0 : first
        splices += timeline.update(visible(page.messages), originals: page.originals, in: surroundings)
        return nil
    }

    /// Shows the held page after the newest row, as ``showOlder(_:settles:in:)`` does before the oldest.
    ///
    /// - Returns: the `seq` around which to ask the server; `nil` where nothing is missing.
    public mutating func showNewer(_ page: HeldPage, settles: Bool, in engine: SyncEngine) -> Seq? {
        guard let upper, let surroundings = engine.surroundings(of: conversation) else { return nil }
        let page = page.after(deleted.through)
        let last = page.isNewest ? Seq.max : page.messages.last?.seq ?? .max
        if !settles, let gap = surroundings.gaps.ranges.first(where: { $0.upperBound > upper }), gap.lowerBound <= last
        {
            return max(gap.lowerBound, upper + 1)
        }
        self.upper = page.isNewest ? nil : page.messages.last?.seq
        if page.isNewest { timeline.attach() }
        splices += timeline.update(visible(page.messages), originals: page.originals, in: surroundings)
        return nil
    }

    /// Shows another part of the history instead.
    ///
    /// - Parameter seq: what it is shown for: as much of the page as is whole around that position. What lies beyond a gap
    ///   comes when the person gets there.
    public mutating func show(_ page: HeldPage, around seq: Seq? = nil, in engine: SyncEngine) {
        guard let surroundings = engine.surroundings(of: conversation) else { return }
        deleted = surroundings.deleted
        let page = (seq.map { page.whole(around: $0, surroundings.gaps) } ?? page).after(deleted.through)
        // Another part that is all deleted is no part to show.
        if page.messages.isEmpty, !page.isNewest, !timeline.messages.isEmpty { return }
        incoming = []
        concealed = []
        lower = page.isOldest ? 0 : page.messages.first?.seq ?? 0
        upper = page.isNewest ? nil : page.messages.last?.seq
        splices += timeline.show(
            visible(page.messages), originals: page.originals, showsNewest: upper == nil, in: surroundings)
    }

    /// The position that older messages come before.
    public var start: Seq { lower > 0 ? lower : timeline.oldest ?? .max }
    /// The position that newer messages come after; `nil` where the newest is shown.
    public var end: Seq? { upper }

    private func shows(_ seq: Seq) -> Bool { seq >= lower && seq <= upper ?? .max && seq > deleted.through }

    /// Those that are shown. The others are kept, should their deletion be refused, and may be answered.
    private mutating func visible(_ messages: [Message]) -> [Message] {
        if deleted.later.isEmpty { return messages }
        let others = messages.filter { deleted.holds($0.seq) }
        concealed += others
        originals += others
        return messages.filter { !deleted.holds($0.seq) }
    }

    private func hasOlder(_ gaps: Gaps) -> Bool {
        lower > 0 || gaps.gap(before: start).map { $0.upperBound > deleted.through } ?? false
    }

    /// The person has deleted something for themself, or that was refused and it is there again.
    private mutating func delete(_ surroundings: TimelineWindow.Surroundings) {
        let through = deleted.through
        deleted = surroundings.deleted
        let held = timeline.messages
        let left = held.filter { !deleted.holds($0.seq) }
        if deleted.through > through {
            if left.first?.seq != held.first?.seq { lower = 0 }
            upper = upper.map { max($0, deleted.through) }
        }
        let restored = (concealed + incoming).filter { !deleted.holds($0.seq) }
        concealed = (concealed + incoming + held).filter { deleted.holds($0.seq) }
        incoming = restored
        if left.count < held.count {
            splices += timeline.show(left, originals: held, showsNewest: upper == nil, in: surroundings)
        }
    }

    /// Somebody who is no longer in it sees nothing of it.
    private mutating func gone() -> ChatChanges {
        let rows = timeline.rows.count
        isCleared = false
        incoming = []
        originals = []
        splices = []
        isHeaderStale = true
        timeline = TimelineWindow(me: timeline.me, minutesFromUTC: minutesFromUTC)
        lower = 0
        upper = nil
        var last = header
        last?.isGone = true
        last?.members = []
        last?.typing = []
        last?.may = ChatHeader.Abilities()
        defer { header = last }
        return ChatChanges(
            splices: rows > 0 ? [RowSplice(at: 0, remove: rows, rows: [])] : [],
            header: last == header ? nil : last, hasOlder: false, hasNewer: false)
    }
}

extension SyncEngine {
    /// Where the unread messages of a conversation begin: the position of the first, or the beginning of the gap that may hold it;
    /// `nil` while nothing is unread.
    public func firstUnread(in id: ConversationID) -> Seq? {
        guard let state = conversations[id] else { return nil }
        let deleted = ownView.settings(of: id).deleted
        let held = state.unreadHeld.first { !deleted.holds($0) }
        let read = max(state.record.read, deleted.through)
        guard state.record.unreadInGaps > 0,
            let gap = state.record.gaps.ranges.first(where: { $0.upperBound > read })
        else { return held }
        return min(held ?? .max, max(gap.lowerBound, read + 1))
    }

    /// What the rows of a conversation are made of besides its messages; `nil` when it is not here.
    public func surroundings(of conversation: ConversationID) -> TimelineWindow.Surroundings? {
        guard let state = conversations[conversation] else { return nil }
        var entries = outbox.entries(of: conversation)
        // What is asked again stands among the messages until those of the new epoch have come.
        if state.isOutdated { entries.removeAll { $0.isRepeat } }
        var inFlight: [OperationID] = []
        for entry in entries where outbox.isInFlight(entry.operation.id) { inFlight.append(entry.operation.id) }
        var surroundings = TimelineWindow.Surroundings(
            members: state.members, gaps: state.record.gaps, outbox: entries, isOnline: connection.isOpen,
            inFlight: inFlight)
        let view = ownView
        surroundings.blocked = view.blocked
        surroundings.deleted = view.settings(of: conversation).deleted
        return surroundings
    }
}
