/// Collects the matches among messages offered one by one: the search on a device, by the same rules as on a server.
public struct SearchCollector: Sendable {
    /// The order of results.
    public enum Order: String, Equatable, Sendable, CaseIterable {
        /// Newest first.
        case newest
        /// The best match first, of the newest ``Limits/searchRanked``.
        case best
    }

    /// A match.
    public struct Entry: Equatable, Sendable {
        public var message: Message
        public var match: SearchMatch
    }

    private let query: SearchQuery
    private let me: UserID
    private let order: Order
    private let limit: Int
    private let senders: [UserID]?
    private let conversations: [ConversationID]?
    private let blocked: Set<UserID>
    private let deleted: [ConversationID: ConversationSettings]
    private var entries: [Entry] = []

    /// - Parameters:
    ///   - me: the caller.
    ///   - senders: the users of `from:`; `nil` without one.
    ///   - conversations: those of `in:`; `nil` without one.
    ///   - blocked: users whose messages are not found.
    ///   - deleted: messages deleted by the user for themself, which are not found.
    public init(
        _ query: SearchQuery, by me: UserID, order: Order, limit: Int, senders: [UserID]?,
        conversations: [ConversationID]?, blocked: Set<UserID> = [],
        deleted: [ConversationID: ConversationSettings] = [:]
    ) {
        self.query = query
        self.me = me
        self.order = order
        self.limit = max(0, limit)
        self.senders = senders
        self.conversations = conversations
        self.blocked = blocked
        self.deleted = deleted
    }

    /// Takes the message if it matches.
    public mutating func offer(_ message: Message) {
        guard message.isSaid, !blocked.contains(message.sender),
            deleted[message.conversation]?.hides(message.seq) != true, query.covers(message.writtenAt),
            senders?.contains(message.sender) ?? true,
            conversations?.contains(message.conversation) ?? true,
            query.admits(message.attachments, message.mentions, for: me),
            let match = query.match(message.text, carrying: message.attachments)
        else { return }
        entries.append(Entry(message: message, match: match))
        // Sorted now and then, so that memory stays bounded however much is offered.
        if entries.count >= 4 * max(limit, Limits.searchRanked) { cut() }
    }

    /// The results in order, at most the limit.
    public mutating func results() -> [Entry] {
        cut()
        if order == .best { entries = entries.arranged(by: SearchCollector.isBetter) }
        return Array(entries.prefix(limit))
    }

    private mutating func cut() {
        entries = entries.arranged(by: SearchCollector.isNewer)
        entries = Array(entries.prefix(order == .best ? max(limit, Limits.searchRanked) : limit))
    }

    /// The order of ``Order/best``.
    public static func isBetter(_ left: Entry, _ right: Entry) -> Bool {
        left.match.score == right.match.score ? isNewer(left, right) : left.match.score > right.match.score
    }

    private static func isNewer(_ left: Entry, _ right: Entry) -> Bool {
        let (first, second) = (left.message, right.message)
        if first.conversation == second.conversation { return first.seq > second.seq }
        return first.writtenAt == second.writtenAt ? first.id > second.id : first.writtenAt > second.writtenAt
    }
}
