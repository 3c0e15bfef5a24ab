/// A conversation, without its members and messages.
public struct Conversation: Equatable, Sendable {
    public enum Kind: String, Equatable, Sendable, CaseIterable { case direct, group }

    public var id: ConversationID
    public var kind: Kind
    /// A group's title; a direct conversation shows the other user's name.
    public var title: String?
    public var creator: UserID
    public var createdAt: Timestamp
    /// Whether AI may read it: assistants, insights, search by meaning.
    public var allowsAI: Bool
    /// A group's description; may be empty.
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

/// A membership. The row stays when the user leaves, so that their messages keep a name.
public struct Member: Equatable, Sendable {
    public var user: UserID
    public var name: String
    /// Their picture, as visible to the reader of this row; `nil` for none.
    public var picture: MediaID?
    public var role: Role
    /// Whether they have left or were removed: they see nothing from that moment on.
    public var hasLeft: Bool
    /// The `seq` at which they joined; older messages count as read.
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

    /// The row with hidden receipts: as if the member had received nothing since they joined. Former members' positions
    /// count nowhere, so theirs are unchanged.
    public var withoutReceipts: Member {
        var member = self
        if !hasLeft {
            member.read = joined
            member.delivered = joined
        }
        return member
    }

    /// The row as seen by a user whom this member has blocked.
    public var withoutPicture: Member {
        var member = self
        member.picture = nil
        return member
    }
}
