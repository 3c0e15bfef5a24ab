import NexusCore

/// Who is typing where: a machine whose marks end by themselves.
struct TypingLeases {
    /// What people are told.
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

    /// Marks kept at most; who begins to type past it is not shown.
    static let limit = 10_000

    private(set) var count = 0

    /// - Parameter life: milliseconds that a mark lasts without being renewed.
    init(life: Int64 = Limits.typingMilliseconds) { self.life = life }

    /// Somebody said that they type. Renewals are passed on, since each receiver counts the time for itself.
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

    /// Somebody stopped, or what they typed was posted.
    mutating func ended(_ user: UserID, in conversation: ConversationID) -> [Notice] {
        guard let mark = marks[user]?.removeValue(forKey: conversation) else { return [] }
        if marks[user]?.isEmpty == true { marks[user] = nil }
        count -= 1
        return [Notice(conversation: conversation, user: user, isActive: false, recipients: mark.recipients)]
    }

    /// Somebody has no device there any more.
    mutating func left(_ user: UserID) -> [Notice] {
        guard let conversations = marks[user]?.keys else { return [] }
        return conversations.flatMap { ended(user, in: $0) }
    }

    /// People are no longer members: they neither type there nor hear of it.
    mutating func departed(_ users: [UserID], from conversation: ConversationID) -> [Notice] {
        let gone = Set(users)
        for typist in marks.keys {
            marks[typist]?[conversation]?.recipients.removeAll { gone.contains($0) }
        }
        return users.flatMap { ended($0, in: conversation) }
    }

    /// Two people are to know nothing of each other: neither hears of the other's typing from here on.
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

    /// Ends what has not been renewed in time.
    mutating func expire(at uptime: Int64) -> [Notice] {
        var notices: [Notice] = []
        for (user, conversations) in marks {
            for (conversation, mark) in conversations where mark.until <= uptime {
                notices += ended(user, in: conversation)
            }
        }
        return notices
    }

    /// When the next mark ends, by uptime. Looks at every mark.
    var nextExpiry: Int64? { marks.values.flatMap { $0.values.map(\.until) }.min() }
}
