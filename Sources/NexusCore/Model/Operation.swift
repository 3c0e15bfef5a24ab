/// A mutation as its maker asked for it: typed, durable in the outbox until the server has answered (design §5.5).
public struct Operation: Equatable, Sendable {
    /// Made by the client before the operation first leaves the device; repeating it returns the original success.
    public var id: OperationID
    public var kind: Kind

    public init(id: OperationID, kind: Kind) {
        self.id = id
        self.kind = kind
    }

    public enum Kind: Equatable, Sendable {
        /// Posts a message, whose identifier is the operation's.
        case post(ConversationID, Post)
        /// Replaces the text of one's own message, and whom it mentions.
        case edit(ConversationID, message: MessageID, text: String, mentions: [Mention])
        /// Deletes one's own messages, all or none.
        case delete(ConversationID, messages: [MessageID])
        /// Puts one's own reaction to a message there, or takes it away.
        case react(ConversationID, message: MessageID, emoji: String, on: Bool)
        /// Pins a message for everybody, or no longer.
        case pin(ConversationID, message: MessageID, on: Bool)
        /// Moves one's own read and delivered positions forward; a position that is not ahead changes nothing.
        case receipt(ConversationID, read: Seq, delivered: Seq)
        /// Opens the direct conversation with somebody, whose identifier both sides derive alike.
        case createDirect(ConversationID, with: UserID)
        /// Creates a group with its maker as owner.
        case createGroup(ConversationID, title: String, members: [UserID])
        case rename(ConversationID, title: String)
        /// Lets artificial intelligence read the conversation, or forbids it for everybody.
        case setAI(ConversationID, on: Bool)
        /// Changes what a group shows of itself beside its title.
        case describe(ConversationID, DescriptionChange)
        case addMembers(ConversationID, users: [UserID])
        case removeMember(ConversationID, user: UserID)
        /// Makes a member of a group an admin or an ordinary member, or hands the group over to them: its owner becomes an admin.
        case setRole(ConversationID, user: UserID, role: Member.Role)
        case leave(ConversationID)
        /// Ends a group for everybody.
        case dissolve(ConversationID)
        /// Tells the server's administrators of somebody's message, and why.
        case report(ConversationID, message: MessageID, reason: String)
        /// Changes one's own account.
        case updateProfile(ProfileChange)
        /// Changes what one has settled about a conversation for oneself.
        case updateSettings(ConversationID, SettingsChange)
        /// Changes how one stands to somebody.
        case updateRelation(UserID, RelationChange)
    }

    /// Whether something must be uploaded before it is sent.
    public var isUpload: Bool {
        if case .post(_, let post) = kind {
            !post.attachments.isEmpty && post.forward == nil
        } else {
            kind.picture != nil
        }
    }

    /// The conversation that it is a change of; `nil` for the account, and for what a person settles for themself.
    public var conversation: ConversationID? {
        switch kind {
        case .post(let id, _), .edit(let id, _, _, _), .delete(let id, _), .react(let id, _, _, _),
            .pin(let id, _, _), .receipt(let id, _, _),
            .createDirect(let id, _), .createGroup(let id, _, _), .rename(let id, _), .setAI(let id, _),
            .describe(let id, _), .addMembers(let id, _), .removeMember(let id, _), .setRole(let id, _, _),
            .leave(let id), .dissolve(let id):
            id
        case .updateProfile, .updateSettings, .updateRelation, .report: nil
        }
    }

    /// Whether it changes a conversation, or what one has settled about it.
    func isAbout(_ id: ConversationID) -> Bool {
        if case .updateSettings(id, _) = kind { true } else { conversation == id }
    }
}

extension Operation.Kind {
    /// Posts a message of text alone, or one that answers another.
    public static func post(
        _ conversation: ConversationID, text: String, writtenAt: Timestamp, replyTo: MessageID? = nil
    ) -> Operation.Kind {
        .post(conversation, Post(text: text, writtenAt: writtenAt, replyTo: replyTo))
    }

    /// Changes one's own name, or whether one is seen online; `nil` leaves it as it is.
    public static func updateProfile(name: String?, showsPresence: Bool?) -> Operation.Kind {
        .updateProfile(ProfileChange(name: name, showsPresence: showsPresence))
    }

    /// Replaces the text of one's own message by one that mentions nobody yet.
    public static func edit(_ conversation: ConversationID, message: MessageID, text: String) -> Operation.Kind {
        .edit(conversation, message: message, text: text, mentions: [])
    }

    /// The picture that it wants to be shown of a person or a group.
    public var picture: MediaID? {
        switch self {
        case .updateProfile(let change): change.picture?.media
        case .describe(_, let change): change.picture?.media
        default: nil
        }
    }

    /// Whether a later one of its kind says all that it says, so that it may give way to one, and is forgotten when it is
    /// refused: nobody waits for it.
    public var givesWay: Bool {
        switch self {
        case .receipt: true
        case .updateSettings(_, let change): change.isOfDraftAlone
        default: false
        }
    }

    /// Whether it is kept when the server refuses it, to be retried or discarded where it shows: what a person wrote, and what
    /// it was written in. Anything else is told and forgotten; asking again is as easy.
    public var staysWhenRefused: Bool {
        switch self {
        case .post, .edit, .delete, .createDirect, .createGroup: true
        case .react, .pin, .receipt, .rename, .setAI, .describe, .addMembers, .removeMember, .setRole, .leave,
            .dissolve,
            .updateProfile,
            .updateSettings, .updateRelation, .report:
            false
        }
    }
}

/// The server's success: the operation took effect, durably, now or when it was first asked for.
public struct Acknowledgement: Equatable, Sendable {
    public var operation: OperationID
    /// The change it made; 0 when it changed nothing that is counted.
    public var seq: Seq
    /// When the server applied it.
    public var at: Timestamp

    public init(operation: OperationID, seq: Seq, at: Timestamp) {
        self.operation = operation
        self.seq = seq
        self.at = at
    }
}

/// One durable change of a conversation: the rows it touched, in their state after it.
public struct Change: Equatable, Sendable {
    public var conversation: ConversationID
    public var seq: Seq
    public var info: Conversation?
    public var members: [Member]
    public var messages: [Message]

    public init(
        conversation: ConversationID, seq: Seq, info: Conversation? = nil, members: [Member] = [],
        messages: [Message] = []
    ) {
        self.conversation = conversation
        self.seq = seq
        self.info = info
        self.members = members
        self.messages = messages
    }
}
