/// What a conversation is, without its members and messages.
public struct Conversation: Equatable, Sendable {
    public enum Kind: Equatable, Sendable { case direct, group }

    public var id: ConversationID
    public var kind: Kind
    /// A group's title; a direct conversation is shown by the other person's name.
    public var title: String?
    public var creator: UserID
    public var createdAt: Timestamp
    /// Whether artificial intelligence may read it: assistants, insights, search by meaning.
    public var allowsAI: Bool
    /// What a group is for; empty where nobody said.
    public var about: String
    /// A group's picture; `nil` for none, and in a direct conversation.
    public var picture: MediaID?
    /// The `seq` of the last change of these fields.
    public var changed: Seq

    public init(
        id: ConversationID, kind: Kind, title: String?, creator: UserID, createdAt: Timestamp, allowsAI: Bool = true,
        about: String = "", picture: MediaID? = nil, changed: Seq
    ) {
        self.allowsAI = allowsAI
        self.id = id
        self.kind = kind
        self.title = title
        self.creator = creator
        self.createdAt = createdAt
        self.about = about
        self.picture = picture
        self.changed = changed
    }
}

/// Somebody's place in a conversation. The row stays when they leave, so that their messages keep a name.
public struct Member: Equatable, Sendable {
    public var user: UserID
    public var name: String
    /// Their picture, as somebody may see it who reads this row; `nil` for none.
    public var picture: MediaID?
    public var role: Role
    /// Whether they have left or were removed: they see nothing from that moment on.
    public var hasLeft: Bool
    /// The `seq` at which they joined; what is older counts as read.
    public var joined: Seq
    /// All messages up to this `seq` are read. Only moves forward.
    public var read: Seq
    /// All messages up to this `seq` have reached one of their devices. Only moves forward, never behind `read`.
    public var delivered: Seq
    /// The `seq` of the last change of this row.
    public var changed: Seq

    public init(
        user: UserID, name: String, picture: MediaID? = nil, role: Role, hasLeft: Bool = false, joined: Seq, read: Seq,
        delivered: Seq, changed: Seq
    ) {
        self.user = user
        self.name = name
        self.picture = picture
        self.role = role
        self.hasLeft = hasLeft
        self.joined = joined
        self.read = read
        self.delivered = delivered
        self.changed = changed
    }

    /// The row as somebody sees it who is not to know how far this member has read: as if they had received nothing since they
    /// joined. Of somebody who has left nothing is hidden: their positions count nowhere.
    public var withoutReceipts: Member {
        var member = self
        if !hasLeft {
            member.read = joined
            member.delivered = joined
        }
        return member
    }

    /// The row as somebody sees it whom this member has blocked.
    public var withoutPicture: Member {
        var member = self
        member.picture = nil
        return member
    }
}
