/// Stored messages around a position, ascending by `seq`.
public struct HeldPage: Equatable, Sendable {
    public var messages: [Message]
    /// Stored originals of their replies from elsewhere.
    public var originals: [Message]
    /// Whether there are no older stored messages, and no newer ones.
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
    /// The part that the user has not deleted for themself.
    fileprivate func after(_ cleared: Seq) -> HeldPage {
        var page = self
        page.messages.removeAll { $0.seq <= cleared }
        if page.messages.count < messages.count { page.isOldest = true }
        return page
    }

    /// The part between the same gaps as a position; all of it if that is in a gap.
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

/// A change of an open chat.
public struct ChatChanges: Equatable, Sendable {
    public var splices: [RowSplice]
    /// `nil` if unchanged.
    public var header: ChatHeader?
    /// Whether there is history before the shown part, here or on the server; and after it.
    public var hasOlder: Bool
    public var hasNewer: Bool
}

/// An open chat: the shown part of a conversation's history, updated with the engine's stores, and where to load more.
public struct ChatWindow: Sendable {
    public let conversation: ConversationID
    private let minutesFromUTC: Int
    private var timeline: TimelineWindow
    /// Everything stored from here on is shown; 0 if nothing older is stored.
    private var lower: Seq = 0
    /// Everything stored up to here is shown; `nil` if it reaches the newest.
    private var upper: Seq?
    /// The messages that the user has deleted for themself.
    private var deleted = DeletedForOneself()
    /// Hidden messages of the shown part.
    private var concealed: [Message] = []
    /// Rows stored since the last update.
    private var incoming: [Message] = []
    /// Shown originals from elsewhere.
    private var originals: [Message] = []
    private var header: ChatHeader?
    /// Whether the header may have changed.
    private var isHeaderStale = true
    /// The inputs of the header.
    private var isCaughtUp = false
    private var members: [Member] = []
    private var info: Conversation?
    private var splices: [RowSplice] = []
    /// Whether all shown messages were removed from the store, so that the next ones replace them.
    private var isCleared = false

    /// Opens at the newest page, or around the first unread message, with the separator of new messages if something is
    /// unread.
    ///
    /// - Parameters:
    ///   - seq: the first unread position (``SyncEngine/firstUnread(in:)``), if the page was read around it.
    ///   - minutesFromUTC: the reader's offset from UTC in minutes.
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

    /// All rows, rebuilt.
    public var rows: [TimelineRow] { timeline.rows }

    /// The position of the oldest message shown, and of the newest.
    public var oldest: Seq? { timeline.oldest }
    public var newest: Seq? { timeline.newest }

    public func holds(_ message: MessageID) -> Bool { timeline.holds(message) }

    public func message(at seq: Seq) -> MessageRow? { timeline.message(at: seq) }

    /// The user opens it or returns: the present unread messages are the new ones.
    public mutating func look(in engine: SyncEngine) {
        guard let state = engine.conversations[conversation] else { return }
        timeline.look(from: state.unread > 0 ? state.record.read : nil)
    }

    /// An effect of the engine.
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
        // A pending title is shown.
        case .putOperation, .removeOperation, .putOwn: isHeaderStale = true
        default: break
        }
    }

    /// The changes since the last call.
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

    /// The header, if it has changed.
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

    // MARK: Originals

    /// Unknown originals, each reported once. Pass those in the store to ``know(_:)``.
    public mutating func takeMissingOriginals() -> [MessageID] { timeline.takeMissingOriginals() }

    /// Stored originals.
    public mutating func know(_ messages: [Message]) {
        for message in messages where message.conversation == conversation { originals.append(message) }
    }

    // MARK: More of the history

    /// Shows the stored page before the oldest row, unless parts of it must be fetched first.
    ///
    /// - Parameter page: stored messages before ``start``.
    /// - Parameter settles: shows the stored ones with their gaps, because the server cannot be asked.
    /// - Returns: the `seq` before which to ask the server; `nil` if nothing is missing.
    public mutating func showOlder(_ page: HeldPage, settles: Bool, in engine: SyncEngine) -> Seq? {
        guard let surroundings = engine.surroundings(of: conversation) else { return nil }
        let page = page.after(deleted.through)
        let first = max(page.isOldest ? 1 : page.messages.first?.seq ?? 1, deleted.through + 1)
        if !settles, let gap = surroundings.gaps.gap(before: start), gap.upperBound >= first { return start }
        lower = page.isOldest ? 0 : first
        splices += timeline.update(visible(page.messages), originals: page.originals, in: surroundings)
        return nil
    }

    /// Shows the stored page after the newest row, like ``showOlder(_:settles:in:)``.
    ///
    /// - Returns: the `seq` around which to ask the server; `nil` if nothing is missing.
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
    /// - Parameter seq: the requested position: shows the part of the page around it up to its gaps. The rest is loaded
    ///   when the user scrolls there.
    public mutating func show(_ page: HeldPage, around seq: Seq? = nil, in engine: SyncEngine) {
        guard let surroundings = engine.surroundings(of: conversation) else { return }
        deleted = surroundings.deleted
        let page = (seq.map { page.whole(around: $0, surroundings.gaps) } ?? page).after(deleted.through)
        // A part with only deleted messages is not shown.
        if page.messages.isEmpty, !page.isNewest, !timeline.messages.isEmpty { return }
        incoming = []
        concealed = []
        lower = page.isOldest ? 0 : page.messages.first?.seq ?? 0
        upper = page.isNewest ? nil : page.messages.last?.seq
        splices += timeline.show(
            visible(page.messages), originals: page.originals, showsNewest: upper == nil, in: surroundings)
    }

    /// The position before which older messages come.
    public var start: Seq { lower > 0 ? lower : timeline.oldest ?? .max }
    /// The position after which newer messages come; `nil` if the newest is shown.
    public var end: Seq? { upper }

    private func shows(_ seq: Seq) -> Bool { seq >= lower && seq <= upper ?? .max && seq > deleted.through }

    /// The shown ones. Hidden ones are kept, since their deletion may be refused and replies may quote them.
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

    /// The user has deleted messages for themself, or that was refused.
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

    /// A former member sees nothing.
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
    /// The beginning of a conversation's unread messages: the first one, or the gap that may contain it; `nil` if
    /// nothing is unread.
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

    /// The inputs of rows besides messages; `nil` if the conversation is not on this device.
    public func surroundings(of conversation: ConversationID) -> TimelineWindow.Surroundings? {
        guard let state = conversations[conversation] else { return nil }
        var entries = outbox.entries(of: conversation)
        // Reposted messages are among the stored ones until those of the new epoch have arrived.
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
