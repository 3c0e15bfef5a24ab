import NexusCore

/// The leases of typing users: a state machine.
struct TypingLeases {
    /// An announcement.
    struct Notice: Equatable {
        var conversation: ConversationID
        var user: UserID
        var isActive: Bool
        var recipients: [UserID]
    }

    private struct Mark {
        var until: Int64
        /// The other members, as of the last renewal.
        var recipients: [UserID]
    }

    private var marks: [UserID: [ConversationID: Mark]] = [:]
    private let life: Int64

    /// The maximum of leases; typing beyond it is not shown.
    static let limit = 10_000

    private(set) var count = 0

    /// - Parameter life: milliseconds that a mark lasts without being renewed.
    init(life: Int64 = Limits.typingMilliseconds) { self.life = life }

    /// A user types. Renewals are forwarded, since each receiver measures the time itself.
    ///
    /// - Parameter recipients: the other members.
    mutating func began(
        _ user: UserID, in conversation: ConversationID, recipients: [UserID], at uptime: Int64
    ) -> [Notice] {
        if marks[user]?[conversation] == nil {
            guard count < TypingLeases.limit else { return [] }
            count += 1
        }
        marks[user, default: [:]][conversation] = Mark(until: uptime + life, recipients: recipients)
        return [Notice(conversation: conversation, user: user, isActive: true, recipients: recipients)]
    }

    /// A user stopped, or posted the text.
    mutating func ended(_ user: UserID, in conversation: ConversationID) -> [Notice] {
        guard let mark = marks[user]?.removeValue(forKey: conversation) else { return [] }
        if marks[user]?.isEmpty == true { marks[user] = nil }
        count -= 1
        return [Notice(conversation: conversation, user: user, isActive: false, recipients: mark.recipients)]
    }

    /// A user has no device left.
    mutating func left(_ user: UserID) -> [Notice] {
        guard let conversations = marks[user]?.keys else { return [] }
        return conversations.flatMap { ended(user, in: $0) }
    }

    /// Former members: they neither send nor receive typing.
    mutating func departed(_ users: [UserID], from conversation: ConversationID) -> [Notice] {
        let gone = Set(users)
        for typist in marks.keys {
            marks[typist]?[conversation]?.recipients.removeAll { gone.contains($0) }
        }
        return users.flatMap { ended($0, in: conversation) }
    }

    /// A block between two users: neither receives the other's typing from here on.
    mutating func parted(_ one: UserID, _ other: UserID) -> [Notice] {
        var notices: [Notice] = []
        for (typist, watcher) in [(one, other), (other, one)] {
            for (conversation, mark) in marks[typist] ?? [:] where mark.recipients.contains(watcher) {
                marks[typist]?[conversation]?.recipients.removeAll { $0 == watcher }
                notices.append(
                    Notice(conversation: conversation, user: typist, isActive: false, recipients: [watcher]))
            }
        }
        return notices
    }

    /// Ends expired leases.
    mutating func expire(at uptime: Int64) -> [Notice] {
        var notices: [Notice] = []
        for (user, conversations) in marks {
            for (conversation, mark) in conversations where mark.until <= uptime {
                notices += ended(user, in: conversation)
            }
        }
        return notices
    }

    /// The end of the next lease, by uptime. Scans every lease.
    var nextExpiry: Int64? { marks.values.flatMap { $0.values.map(\.until) }.min() }
}
