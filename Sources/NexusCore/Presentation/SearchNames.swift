/// The resolution of names in a search on a device: its members and its conversations.
public struct SearchNames: Sendable {
    private let me: UserID
    /// Blocked users.
    public let blocked: Set<UserID>
    /// The messages deleted by the user for themself.
    public private(set) var deleted: [ConversationID: ConversationSettings] = [:]
    private var names: [UserID: String] = [:]
    private var titles: [(id: ConversationID, title: String)] = []

    /// The names that a device knows, without former conversations and direct ones with blocked users.
    public init(_ engine: SyncEngine) {
        me = engine.me
        let view = engine.ownView
        blocked = view.blocked
        for state in engine.conversations.values {
            for member in state.members { names[member.user] = member.name }
            let settings = view.settings(of: state.id)
            if settings.clearedThrough > 0 || !settings.hidden.isEmpty { deleted[state.id] = settings }
            guard state.member(engine.me)?.hasLeft != true else { continue }
            let other = state.record.info.kind == .direct ? state.members.first { $0.user != engine.me } : nil
            if let other, blocked.contains(other.user) { continue }
            titles.append((state.id, state.record.info.title ?? other?.name ?? ""))
        }
    }

    public func name(of user: UserID) -> String? { names[user] }

    /// The users of `from:`; `nil` without one.
    ///
    /// - Parameter people: known users besides the members, with their addresses.
    public func senders(of query: SearchQuery, among people: [User] = []) -> [UserID]? {
        if query.from.isEmpty { return nil }
        var senders: [UserID] = []
        for person in query.from {
            switch person {
            case .me: senders.append(me)
            case .id(let id): senders.append(id)
            case .named(let asked):
                for (id, name) in names where SearchQuery.names(asked, name) { senders.append(id) }
                for user in people where user.email == asked || SearchQuery.names(asked, user.name) {
                    senders.append(user.id)
                }
            }
        }
        return senders
    }

    /// The conversations to search: those that `in:` names, or all.
    public func conversations(of query: SearchQuery) -> [ConversationID] {
        titles.filter { conversation in
            query.places.isEmpty
                || query.places.contains { asked in
                    switch asked {
                    case .id(let id): conversation.id == id
                    case .named(let name): SearchQuery.names(name, conversation.title)
                    }
                }
        }.map { $0.id }
    }
}
