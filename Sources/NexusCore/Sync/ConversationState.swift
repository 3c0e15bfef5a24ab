/// The stored record of a conversation, without its members and messages.
public struct ConversationRecord: Equatable, Sendable {
    public var info: Conversation
    /// The last change on this device: everything up to it, outside the gaps, is in its present state. ``outdated`` if
    /// the rows are of an earlier epoch.
    public var cursor: Seq
    /// The last change that this device has heard of.
    public var head: Seq
    public var gaps: Gaps
    /// The user's read position on this device; at least the server's.
    public var read: Seq
    /// Unread messages that lie in gaps, as the server counted them.
    public var unreadInGaps: Int
    /// The number of those that mention the user.
    public var mentionsInGaps: Int

    /// The cursor of rows of an earlier epoch: they are shown until those of the present one take their place.
    public static let outdated: Seq = -1

    public init(
        info: Conversation, cursor: Seq = 0, head: Seq = 0, gaps: Gaps = Gaps(), read: Seq = 0, unreadInGaps: Int = 0,
        mentionsInGaps: Int = 0
    ) {
        self.info = info
        self.cursor = cursor
        self.head = head
        self.gaps = gaps
        self.read = read
        self.unreadInGaps = unreadInGaps
        self.mentionsInGaps = mentionsInGaps
    }
}

/// The engine's state of one conversation: everything but the messages themselves. Applies the server's changes; each
/// method returns what to store, so that rows and cursor move in one transaction.
public struct ConversationState: Equatable, Sendable {
    public internal(set) var record: ConversationRecord
    public internal(set) var members: [Member]
    /// The stored message with the greatest `seq`, without group events.
    public internal(set) var newest: Message?
    /// The `seq`s of stored messages by others beyond the read position; ascending.
    var unreadHeld: [Seq]
    /// Those of them that mention the user.
    var mentionsHeld: [Seq]
    /// Whose they are, in the same order.
    private(set) var mentionSenders: [UserID]
    /// The messages that the server does not count: as on this device, until its own stream updates it.
    var discount = Discount()
    /// The greatest `seq` of another user's message that the cursor has passed.
    private(set) var received: Seq
    let me: UserID

    init(
        record: ConversationRecord, members: [Member], newest: Message? = nil, unread: [Seq] = [],
        mentions: [Seq] = [], mentionSenders: [UserID] = [], me: UserID
    ) {
        self.record = record
        self.members = members
        self.newest = newest
        // Stored messages inside a gap are counted by the gap.
        unreadHeld = unread.filter { record.gaps.gap(at: $0) == nil }
        mentionsHeld = []
        self.mentionSenders = []
        received = 0
        self.me = me
        if let newest, newest.sender != me { received = newest.seq }
        received = max(received, unread.last ?? 0)
        for (position, seq) in mentions.enumerated() where record.gaps.gap(at: seq) == nil {
            mentionsHeld.append(seq)
            self.mentionSenders.append(position < mentionSenders.count ? mentionSenders[position] : me)
        }
    }

    public var id: ConversationID { record.info.id }

    /// Unread messages to leave out: those deleted for the user, and mentions by blocked users.
    struct Discount: Equatable, Sendable {
        var deleted = DeletedForOneself()
        var blocked: Set<UserID> = []
    }

    /// Unread messages by others.
    public var unread: Int { unreadHeld.count + record.unreadInGaps }

    /// The number of them that mention the user.
    public var mentions: Int { mentionsHeld.count + record.mentionsInGaps }

    /// Whether it exists on this device alone: its creation waits in the outbox.
    public var isLocalOnly: Bool { record.cursor == 0 && record.head == 0 }

    /// Whether the server has further changes.
    public var isBehind: Bool { record.cursor < record.head }

    /// Whether its rows are of an earlier epoch.
    public var isOutdated: Bool { record.cursor == ConversationRecord.outdated }

    /// A new epoch has begun: the rows are stale until their replacement arrives.
    mutating func outdate() {
        record.cursor = ConversationRecord.outdated
        record.head = 0
        record.gaps = Gaps()
        record.read = 0
        record.unreadInGaps = 0
        record.mentionsInGaps = 0
        unreadHeld = []
        forgetMentions(through: .max)
    }

    public func member(_ user: UserID) -> Member? { members.first { $0.user == user } }

    /// A live change. Applies the next one; for one that skips, only records that there are more.
    mutating func apply(_ change: Change) -> [StoreMutation] {
        guard change.seq > record.cursor else { return [] }
        record.head = max(record.head, change.seq)
        guard change.seq == record.cursor + 1 else { return [] }
        record.cursor = change.seq
        absorb(info: change.info, members: change.members, messages: change.messages)
        return rows(members: change.members, messages: change.messages)
    }

    /// An answer to `changes`.
    mutating func apply(_ changes: Changes) -> [StoreMutation] {
        record.head = max(record.head, changes.head)
        if changes.cursor == record.cursor, !changes.hasMore {
            let before = record
            countGaps(changes)
            return before == record ? [] : rows(members: [], messages: [])
        }
        // An answer from before this device forgot the conversation would skip changes.
        guard changes.cursor > record.cursor, changes.isReset || changes.after <= record.cursor else { return [] }
        record.cursor = changes.cursor
        if changes.isReset {
            record.gaps = changes.oldest > 1 ? Gaps([1...(changes.oldest - 1)]) : Gaps()
            unreadHeld = []
            forgetMentions(through: .max)
            newest = nil
        }
        absorb(info: changes.info, members: changes.members, messages: changes.messages)
        if !changes.hasMore { countGaps(changes) }
        return rows(members: changes.members, messages: changes.messages)
    }

    /// A page of history: its range is no longer a gap. A page older than the applied changes would restore stale rows:
    /// it is refused (`nil`), to be requested again.
    mutating func apply(_ page: Page) -> [StoreMutation]? {
        guard page.head >= record.cursor else { return nil }
        guard page.from <= page.through else { return [] }
        // Beyond the cursor the page anticipates changes, which come by the cursor.
        let through = min(page.through, record.cursor)
        guard page.from <= through else { return [] }
        let covered = page.from...through
        let messages = page.messages.filter { covered.contains($0.seq) }
        let counted = messages.count { isCountedInGap($0) }
        let mentioned = messages.count {
            isCountedInGap($0) && $0.mentions.names(me) && !discount.blocked.contains($0.sender)
        }
        record.gaps.remove(covered)
        absorb(info: nil, members: [], messages: messages)
        record.unreadInGaps = areGapsRead ? 0 : max(0, record.unreadInGaps - counted)
        record.mentionsInGaps = areGapsRead ? 0 : max(0, record.mentionsInGaps - mentioned)
        return rows(members: [], messages: messages)
    }

    /// Whether all messages in gaps are read, so that none counts; also without gaps.
    private var areGapsRead: Bool { record.gaps.ranges.last.map { record.read >= $0.upperBound } ?? true }

    /// Whether the count of unread messages in gaps includes that message. One whose deletion is beyond the cursor was
    /// counted.
    private func isCountedInGap(_ message: Message) -> Bool {
        message.sender != me && message.event == nil && message.seq > record.read
            && (!message.isDeleted || message.changed > record.cursor)
            && record.gaps.gap(at: message.seq) != nil && !discount.deleted.holds(message.seq)
    }

    /// The user's own acknowledged message, before its change has arrived.
    mutating func insertPosted(_ message: Message) -> [StoreMutation] {
        // A post changes only its message, so the acknowledgement of the next change has everything.
        if message.seq == record.cursor + 1 {
            return apply(Change(conversation: id, seq: message.seq, messages: [message]))
        }
        record.head = max(record.head, message.seq)
        note(message)
        return rows(members: [], messages: [message])
    }

    /// Moves the local read position forward; returns whether it moved.
    mutating func markRead(through seq: Seq) -> Bool {
        guard seq > record.read else { return false }
        record.read = seq
        unreadHeld.removeAll { $0 <= seq }
        forgetMentions(through: seq)
        // A user who has read the newest has read the gaps before it; gaps reach no further than the newest.
        if areGapsRead {
            record.unreadInGaps = 0
            record.mentionsInGaps = 0
        }
        return true
    }

    private mutating func absorb(info: Conversation?, members: [Member], messages: [Message]) {
        if let info, info.changed >= record.info.changed { record.info = info }
        for member in members { merge(member) }
        for message in messages { note(message) }
    }

    /// The rows as received, and the present record.
    private func rows(members: [Member], messages: [Message]) -> [StoreMutation] {
        var mutations: [StoreMutation] = []
        if !members.isEmpty { mutations.append(.upsertMembers(id, members)) }
        if !messages.isEmpty { mutations.append(.upsertMessages(messages)) }
        mutations.append(.putConversation(record))
        return mutations
    }

    private mutating func merge(_ member: Member) {
        if let position = members.firstIndex(where: { $0.user == member.user }) {
            if member.changed >= members[position].changed { members[position] = member }
        } else {
            members.append(member)
        }
        if member.user == me { _ = markRead(through: member.read) }
    }

    private mutating func note(_ message: Message) {
        guard message.event == nil else { return }
        if let held = newest {
            let replaces = message.seq == held.seq ? message.changed >= held.changed : message.seq > held.seq
            if replaces { newest = message }
        } else {
            newest = message
        }
        guard message.sender != me else { return }
        received = max(received, message.seq)
        guard message.seq > record.read else { return }
        noteMention(message)
        let position = unreadHeld.firstIndex { $0 >= message.seq } ?? unreadHeld.count
        let isHeld = position < unreadHeld.count && unreadHeld[position] == message.seq
        if message.isDeleted {
            if isHeld {
                unreadHeld.remove(at: position)
            } else if record.gaps.gap(at: message.seq) != nil, !discount.deleted.holds(message.seq) {
                record.unreadInGaps = max(0, record.unreadInGaps - 1)
            }
        } else if !isHeld, record.gaps.gap(at: message.seq) == nil {
            unreadHeld.insert(message.seq, at: position)
        }
    }

    /// An edit may add or remove a mention of the user. The server counts in gaps: `needsRecount` says when.
    private mutating func noteMention(_ message: Message) {
        forgetMentions(from: message.seq, through: message.seq)
        guard message.mentions.names(me), record.gaps.gap(at: message.seq) == nil else { return }
        let position = mentionsHeld.firstIndex { $0 > message.seq } ?? mentionsHeld.count
        mentionsHeld.insert(message.seq, at: position)
        mentionSenders.insert(message.sender, at: position)
    }

    private mutating func forgetMentions(from first: Seq = 0, through last: Seq) {
        for position in mentionsHeld.indices.reversed()
        where first <= mentionsHeld[position] && mentionsHeld[position] <= last {
            mentionsHeld.remove(at: position)
            mentionSenders.remove(at: position)
        }
    }

    /// The discount of stored unread messages. The server applies it in gaps.
    func discounted(_ discount: Discount) -> (unread: Int, mentions: Int) {
        var mentions = 0
        for position in mentionsHeld.indices
        where discount.deleted.holds(mentionsHeld[position]) || discount.blocked.contains(mentionSenders[position]) {
            mentions += 1
        }
        return (unreadHeld.count { discount.deleted.holds($0) }, mentions)
    }

    /// Whether the server must count again in gaps, with another discount.
    func needsRecount(with other: Discount) -> Bool {
        guard other != discount, let last = record.gaps.ranges.last, last.upperBound > record.read else { return false }
        return record.cursor > 0
    }

    /// The server counted all unread messages; those not stored are in the gaps. With a receipt in flight the count is
    /// too high at most; `needsRecount` says when to ask again.
    private mutating func countGaps(_ changes: Changes) {
        if let last = record.gaps.ranges.last, record.read < last.upperBound {
            let discounted = discounted(discount)
            record.unreadInGaps = max(0, changes.unread - (unreadHeld.count - discounted.unread))
            record.mentionsInGaps = max(0, changes.mentions - (mentionsHeld.count - discounted.mentions))
        } else {
            record.unreadInGaps = 0
            record.mentionsInGaps = 0
        }
    }

    /// Whether the server must count the unread messages in gaps again: it counted before it knew this device's read
    /// position, or only up to its limit.
    func needsRecount(after change: Change, unreadBefore: Int) -> Bool {
        guard let last = record.gaps.ranges.last, last.upperBound > record.read else { return false }
        if unreadBefore >= Changes.unreadLimit, unread < Changes.unreadLimit { return true }
        if changesMentionsInGaps(change.messages) { return true }
        return record.unreadInGaps > 0 && change.members.contains { $0.user == me }
    }

    /// Whether the server must count again after a page with a message that was changed beyond this device's cursor:
    /// its mention may have been counted differently.
    func needsRecount(after page: Page) -> Bool {
        guard !record.gaps.isEmpty else { return false }
        return page.messages.contains {
            $0.changed > record.cursor && $0.seq > record.read && $0.sender != me
                && (record.mentionsInGaps > 0 || $0.mentions.names(me))
        }
    }

    /// Whether one of them is in a gap and may mention the user now, or may have before.
    private func changesMentionsInGaps(_ messages: [Message]) -> Bool {
        messages.contains {
            $0.changed != $0.seq && $0.sender != me && $0.seq > record.read && record.gaps.gap(at: $0.seq) != nil
                && (record.mentionsInGaps > 0 || $0.mentions.names(me))
        }
    }
}
