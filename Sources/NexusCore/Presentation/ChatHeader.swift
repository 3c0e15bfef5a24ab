/// What stands above a conversation: its name, who is in it, and what the person may do with it.
public struct ChatHeader: Equatable, Sendable {
    /// One of those who are in it now.
    public struct Person: Equatable, Sendable {
        public var user: UserID
        public var name: String
        public var picture: MediaID?
        public var role: Member.Role
        public var isMe: Bool
        public var isOnline: Bool
        public var lastSeen: Timestamp?
        /// Whether the server has said so on this connection; without one, nobody's presence is known.
        public var isPresenceKnown = false
        /// Whether the person whose screen it is may remove this one.
        public var mayRemove = false
        /// What they may make of this one.
        public var mayBecome: [Member.Role] = []

        fileprivate func comes(before other: Person) -> Bool {
            if role != other.role { return role.rank > other.role.rank }
            return name != other.name ? name < other.name : user < other.user
        }
    }

    /// What the person may do; each is the answer of ``Permission``.
    public struct Abilities: Equatable, Sendable {
        public var rename = false
        /// The picture and the description.
        public var describe = false
        public var addMembers = false
        /// Messages of others.
        public var deleteOthers = false
        public var leave = false
        public var dissolve = false
        public var pin = false
        /// Whether artificial intelligence may read it.
        public var setAI = false
    }

    public var id: ConversationID
    public var kind: Conversation.Kind
    public var title: String
    /// Of a direct conversation.
    public var other: UserID?
    /// The group's picture, or the other person's.
    public var picture: MediaID?
    /// What a group is for; empty where nobody said.
    public var about = ""
    public var isOnline: Bool
    public var lastSeen: Timestamp?
    /// Whether the server has said on this connection whether the other person is online; without one, it is not known.
    public var isPresenceKnown = false
    /// Names of those who type, in the order they began.
    public var typing: [String]
    /// The owner first, then admins, then the others; each by name.
    public var members: [Person]
    /// Whether the person is no longer in it, or it is no more.
    public var isGone: Bool
    public var may: Abilities
    public var isPinned = false
    /// Until when it announces nothing, by the server's clock; `nil` when it is not muted.
    public var mutedUntil: Timestamp?
    public var isArchived = false
    /// Whether artificial intelligence may read it.
    public var allowsAI = true
    /// Whether the other person of a direct conversation is blocked: nothing can be written to them.
    public var isBlocked = false
    /// What was typed in it and not sent, on whichever device.
    public var draft = ""
}

extension SyncEngine {
    /// Whether the person may do that in a conversation, as far as this device knows.
    public func may(_ action: Permission.Action, in id: ConversationID) -> Bool {
        guard let state = conversations[id], let mine = state.member(me) else { return false }
        return Permission.allows(action, for: mine, in: state.record.info.kind)
    }

    /// Whether it is known if a user is online. The server tells a device that connects of those who are there or were; of whom it has
    /// told nothing once the device is in step, there is nothing to know.
    private func isPresenceKnown(of user: UserID) -> Bool { isCaughtUp || presence[user].hasValue }

    /// What stands above a conversation; `nil` when it is not here.
    public func chatHeader(_ id: ConversationID) -> ChatHeader? {
        guard let state = conversations[id], let row = conversationRow(id) else { return nil }
        let mine = state.member(me)
        let kind = state.record.info.kind
        func may(_ action: Permission.Action) -> Bool { self.may(action, in: id) }
        var people: [ChatHeader.Person] = []
        for member in state.members where !member.hasLeft {
            let seen = presence[member.user]
            var person = ChatHeader.Person(
                user: member.user, name: member.name, picture: member.picture, role: member.role,
                isMe: member.user == me,
                isOnline: seen?.isOnline ?? false, lastSeen: seen?.lastSeen)
            person.isPresenceKnown = isPresenceKnown(of: member.user)
            person.mayRemove = may(.removeMember(member.user, member.role))
            for role in [Member.Role.owner, .admin, .member]
            where may(.setRole(member.user, from: member.role, to: role)) {
                person.mayBecome.append(role)
            }
            people.insert(person, at: people.firstIndex { person.comes(before: $0) } ?? people.count)
        }
        let somebody = people.first { !$0.isMe }?.user
        var header = ChatHeader(
            id: id, kind: kind, title: row.title, other: row.other, isOnline: row.isOnline,
            lastSeen: row.other.flatMap { presence[$0]?.lastSeen }, typing: row.typing, members: people,
            isGone: mine?.hasLeft ?? false,
            may: ChatHeader.Abilities(
                rename: may(.rename), describe: may(.describe), addMembers: may(.addMembers),
                deleteOthers: somebody.map { may(.delete(sender: $0)) } ?? false, leave: may(.leave),
                dissolve: may(.dissolve), pin: may(.pin), setAI: may(.setAI)))
        header.isPresenceKnown = row.other.map { isPresenceKnown(of: $0) } ?? false
        header.allowsAI = state.record.info.allowsAI
        header.picture = row.picture
        header.about = row.about
        header.isPinned = row.isPinned
        header.mutedUntil = row.mutedUntil
        header.isArchived = row.isArchived
        header.draft = row.draft
        header.isBlocked = row.isBlocked
        return header
    }
}
