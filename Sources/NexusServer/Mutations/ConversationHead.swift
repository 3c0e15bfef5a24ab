import NexusCore

/// A conversation in the writer's cache: all that a mutation needs, so that a post is one statement. Confined to the
/// writer.
final class ConversationHead {
    struct Place {
        var role: Member.Role
        var hasLeft: Bool
        var joined: Seq
        var read: Seq
        var delivered: Seq
        var changed: Seq
        /// The owner or admin who removed the user; nil for a member, and for a user who left.
        var removedBy: UserID?

        /// Whether `other` is this one but for how far its user has read and received.
        func differsInReceiptsAlone(from other: Place) -> Bool {
            role == other.role && hasLeft == other.hasLeft && joined == other.joined && removedBy == other.removedBy
        }
    }

    let id: ConversationID
    let kind: Conversation.Kind
    let creator: UserID
    let createdAt: Timestamp
    var title: String?
    var allowsAI: Bool
    var about: String
    var picture: MediaID?
    var infoChanged: Seq
    /// The last change.
    var head: Seq
    var changedAt: Timestamp
    /// Whether `head` and `changedAt` are dirty in this commit.
    var isDirty = false
    /// The head that this commit, while `isDirty`, moves on from.
    var cleanHead: Seq = 0
    /// The `blockVersion` as of which neither of the two of a direct conversation has blocked the other.
    var openVersion = -1
    private(set) var places: [UserID: Place]
    /// Shared with every publication, and rebuilt on demand after membership changed.
    private var madeRecipients: [UserID]?

    init(
        id: ConversationID, kind: Conversation.Kind, title: String?, creator: UserID, createdAt: Timestamp,
        allowsAI: Bool = true, about: String = "", picture: MediaID? = nil, infoChanged: Seq, head: Seq,
        changedAt: Timestamp, places: [UserID: Place]
    ) {
        self.allowsAI = allowsAI
        self.id = id
        self.kind = kind
        self.title = title
        self.creator = creator
        self.createdAt = createdAt
        self.about = about
        self.picture = picture
        self.infoChanged = infoChanged
        self.head = head
        self.changedAt = changedAt
        self.places = places
    }

    /// The present members, ordered by identifier.
    var recipients: [UserID] {
        if let madeRecipients { return madeRecipients }
        let recipients = places.filter { !$0.value.hasLeft }.map(\.key).sorted()
        madeRecipients = recipients
        return recipients
    }

    var info: Conversation {
        Conversation(
            id: id, kind: kind, title: title, creator: creator, createdAt: createdAt, allowsAI: allowsAI, about: about,
            picture: picture, changed: infoChanged)
    }

    /// The membership of a present member.
    func place(of user: UserID) -> Place? {
        guard let place = places[user], !place.hasLeft else { return nil }
        return place
    }

    func setPlace(_ place: Place?, of user: UserID) {
        if places[user]?.hasLeft != place?.hasLeft { madeRecipients = nil }
        places[user] = place
    }

    func member(_ user: UserID, _ face: PersonFace) -> Member? {
        places[user].map {
            Member(
                user: user, name: face.name, picture: face.picture, role: $0.role, hasLeft: $0.hasLeft,
                joined: $0.joined, read: $0.read,
                delivered: $0.delivered, changed: $0.changed)
        }
    }

    /// The member row for the table of permissions; `nil` for a non-member.
    func activeMember(_ user: UserID) -> Member? { place(of: user) == nil ? nil : member(user, PersonFace(name: "")) }
}
