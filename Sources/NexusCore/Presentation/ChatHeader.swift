/// The header of a conversation: its name, its members, and the user's permissions.
public struct ChatHeader: Equatable, Sendable {
    /// A present member.
    public struct Person: Equatable, Sendable {
        public var user: UserID
        public var name: String
        public var picture: MediaID?
        public var role: Member.Role
        public var isMe: Bool
        public var isOnline: Bool
        public var lastSeen: Timestamp?
        /// Whether the server has sent it on this connection; without one, all presence is unknown.
        public var isPresenceKnown = false
        /// Whether the user may remove this member.
        public var mayRemove = false
        /// The roles that the user may give this member.
        public var mayBecome: [Member.Role] = []

        public init(
            user: UserID, name: String, picture: MediaID? = nil, role: Member.Role = .member, isMe: Bool = false,
            isOnline: Bool = false, lastSeen: Timestamp? = nil
        ) {
            self.user = user
            self.name = name
            self.picture = picture
            self.role = role
            self.isMe = isMe
            self.isOnline = isOnline
            self.lastSeen = lastSeen
        }

        fileprivate func comes(before other: Person) -> Bool {
            if role != other.role { return role.rank > other.role.rank }
            return name != other.name ? name < other.name : user < other.user
        }
    }

    /// The user's permissions, from ``Permission``.
    public struct Abilities: Equatable, Sendable {
        public var rename: Bool
        /// The picture and the description.
        public var describe: Bool
        public var addMembers: Bool
        /// Messages of others.
        public var deleteOthers: Bool
        public var leave: Bool
        public var dissolve: Bool
        public var pin: Bool
        /// Whether AI may read it.
        public var setAI: Bool

        /// By default those of a person who may do nothing.
        public init(
            rename: Bool = false, describe: Bool = false, addMembers: Bool = false, deleteOthers: Bool = false,
            leave: Bool = false, dissolve: Bool = false, pin: Bool = false, setAI: Bool = false
        ) {
            self.rename = rename
            self.describe = describe
            self.addMembers = addMembers
            self.deleteOthers = deleteOthers
            self.leave = leave
            self.dissolve = dissolve
            self.pin = pin
            self.setAI = setAI
        }
    }

    public var id: ConversationID
    public var kind: Conversation.Kind
    public var title: String
    /// The other user of a direct conversation.
    public var other: UserID?
    /// The group's picture, or the other user's.
    public var picture: MediaID?
    /// A group's description; may be empty.
    public var about = ""
    public var isOnline: Bool
    public var lastSeen: Timestamp?
    /// Whether the other user's presence is known on this connection.
    public var isPresenceKnown = false
    /// Names of members who type, in the order they began.
    public var typing: [String]
    /// The owner first, then admins, then the others; each by name.
    public var members: [Person]
    /// Whether the user is no longer a member, or the group was deleted.
    public var isGone: Bool
    public var may: Abilities
    public var isPinned = false
    /// Until when it announces nothing, by the server's clock; `nil` when it is not muted.
    public var mutedUntil: Timestamp?
    /// Which of its messages announce themselves.
    public var level = ConversationLevel.usual
    /// Whether its announcements make a sound.
    public var playsSound = false
    public var isArchived = false
    /// Whether AI may read it.
    public var allowsAI = true
    /// Whether the other user of a direct conversation is blocked: messages to them are refused.
    public var isBlocked = false
    /// Whether the other user of a direct conversation has deleted their account: messages to them are refused.
    public var isOtherDeleted = false
    /// Its unsent text, from any device.
    public var draft = ""

    /// The header of a conversation in which the user may write, and do nothing else.
    public init(
        id: ConversationID, kind: Conversation.Kind, title: String, other: UserID? = nil, isOnline: Bool = false,
        lastSeen: Timestamp? = nil, typing: [String] = [], members: [Person] = [], isGone: Bool = false,
        may: Abilities = Abilities()
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.other = other
        self.isOnline = isOnline
        self.lastSeen = lastSeen
        self.typing = typing
        self.members = members
        self.isGone = isGone
        self.may = may
    }
}

extension SyncEngine {
    /// Whether the user has that permission in a conversation, as far as this device knows.
    public func may(_ action: Permission.Action, in id: ConversationID) -> Bool {
        guard let state = conversations[id], let mine = state.member(me) else { return false }
        return Permission.allows(action, for: mine, in: state.record.info.kind)
    }

    /// Whether a user's presence is known. The server tells a connecting device the known presences; once the device is
    /// in sync, the others are known to be none.
    private func isPresenceKnown(of user: UserID) -> Bool { isCaughtUp || presence[user].hasValue }

    /// The header of a conversation; `nil` if it is not on this device.
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
        header.level = row.level
        header.playsSound = row.playsSound
        header.isBlocked = row.isBlocked
        header.isOtherDeleted = kind == .direct && row.other.flatMap { state.member($0) }?.hasLeft == true
        return header
    }
}
