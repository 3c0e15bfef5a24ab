/// What stands above a conversation: its name, who is in it, and what the person may do with it.
public struct ChatHeader: Equatable, Sendable {
    /// One of those who are in it now.
    public struct Person: Equatable, Sendable {
        public var user: UserID
        public var name: String
        public var role: Member.Role
        public var isMe: Bool
        public var isOnline: Bool
        public var lastSeen: Timestamp?

        fileprivate func comes(before other: Person) -> Bool {
            if (role == .owner) != (other.role == .owner) { return role == .owner }
            return name != other.name ? name < other.name : user < other.user
        }
    }

    /// What the person may do; each is the answer of ``Permission``.
    public struct Abilities: Equatable, Sendable {
        public var rename = false
        public var addMembers = false
        public var removeMembers = false
        public var leave = false
        public var dissolve = false
    }

    public var id: ConversationID
    public var kind: Conversation.Kind
    public var title: String
    /// Of a direct conversation.
    public var other: UserID?
    public var isOnline: Bool
    public var lastSeen: Timestamp?
    /// Names of those who type, in the order they began.
    public var typing: [String]
    /// Owners first, then by name.
    public var members: [Person]
    /// Whether the person is no longer in it, or it is no more.
    public var isGone: Bool
    public var may: Abilities
    public var isPinned = false
    /// Until when it announces nothing, by the server's clock; `nil` when it is not muted.
    public var mutedUntil: Timestamp?
    public var isArchived = false
    /// Whether the other person of a direct conversation is blocked: nothing can be written to them.
    public var isBlocked = false
    /// What was typed in it and not sent, on whichever device.
    public var draft = ""
}

extension SyncEngine {
    /// What stands above a conversation; `nil` when it is not here.
    public func chatHeader(_ id: ConversationID) -> ChatHeader? {
        guard let state = conversations[id], let row = conversationRow(id) else { return nil }
        let mine = state.member(me)
        let kind = state.record.info.kind
        func may(_ action: Permission.Action) -> Bool {
            mine.map { Permission.allows(action, for: $0, in: kind) } ?? false
        }
        var people: [ChatHeader.Person] = []
        for member in state.members where !member.hasLeft {
            let seen = presence[member.user]
            let person = ChatHeader.Person(
                user: member.user, name: member.name, role: member.role, isMe: member.user == me,
                isOnline: seen?.isOnline ?? false, lastSeen: seen?.lastSeen)
            people.insert(person, at: people.firstIndex { person.comes(before: $0) } ?? people.count)
        }
        let somebody = people.first { !$0.isMe }?.user
        var header = ChatHeader(
            id: id, kind: kind, title: row.title, other: row.other, isOnline: row.isOnline,
            lastSeen: row.other.flatMap { presence[$0]?.lastSeen }, typing: row.typing, members: people,
            isGone: mine?.hasLeft ?? false,
            may: ChatHeader.Abilities(
                rename: may(.rename), addMembers: may(.addMembers),
                removeMembers: somebody.map { may(.removeMember($0)) } ?? false, leave: may(.leave),
                dissolve: may(.dissolve)))
        header.isPinned = row.isPinned
        header.mutedUntil = row.mutedUntil
        header.isArchived = row.isArchived
        header.draft = row.draft
        header.isBlocked = row.isBlocked
        return header
    }
}
