/// A mutation as requested by its maker: typed, durable in the outbox until the server has answered.
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
        /// Replaces the text and mentions of the user's own message.
        case edit(ConversationID, message: MessageID, text: String, mentions: [Mention])
        /// Deletes messages, all or none.
        case delete(ConversationID, messages: [MessageID])
        /// Adds or removes the user's reaction to a message.
        case react(ConversationID, message: MessageID, emoji: String, on: Bool)
        /// Pins a message for everyone, or unpins it.
        case pin(ConversationID, message: MessageID, on: Bool)
        /// Moves the user's read and delivered positions forward; a position that does not advance is a no-op.
        case receipt(ConversationID, read: Seq, delivered: Seq)
        /// Opens the direct conversation with a user, whose identifier both sides derive.
        case createDirect(ConversationID, with: UserID)
        /// Creates a group with its maker as owner.
        case createGroup(ConversationID, title: String, members: [UserID])
        case rename(ConversationID, title: String)
        /// Allows or forbids AI to read the conversation.
        case setAI(ConversationID, on: Bool)
        /// Changes a group's picture or description.
        case describe(ConversationID, DescriptionChange)
        case addMembers(ConversationID, users: [UserID])
        case removeMember(ConversationID, user: UserID)
        /// Makes a member of a group an admin or an ordinary member, or hands the group over to them: its owner becomes
        /// an admin.
        case setRole(ConversationID, user: UserID, role: Member.Role)
        case leave(ConversationID)
        /// Deletes a group for everyone.
        case dissolve(ConversationID)
        /// Reports a message to the server's administrators, with a reason.
        case report(ConversationID, message: MessageID, reason: String)
        /// Changes the user's account.
        case updateProfile(ProfileChange)
        /// Changes the user's settings of a conversation.
        case updateSettings(ConversationID, SettingsChange)
        /// Changes the user's relation to another: favourite or blocked.
        case updateRelation(UserID, RelationChange)
        /// Changes, makes, splits or merges insights of a conversation.
        case insight(ConversationID, InsightMutation)
    }

    /// Whether it has uploads to send first.
    public var isUpload: Bool {
        if case .post(_, let post) = kind {
            !post.attachments.isEmpty && post.forward == nil
        } else {
            kind.picture != nil
        }
    }

    /// The conversation that it changes; `nil` for the account and for personal settings.
    public var conversation: ConversationID? {
        switch kind {
        case .post(let id, _), .edit(let id, _, _, _), .delete(let id, _), .react(let id, _, _, _),
            .pin(let id, _, _), .receipt(let id, _, _),
            .createDirect(let id, _), .createGroup(let id, _, _), .rename(let id, _), .setAI(let id, _),
            .describe(let id, _), .addMembers(let id, _), .removeMember(let id, _), .setRole(let id, _, _),
            .leave(let id), .dissolve(let id), .insight(let id, _):
            id
        case .updateProfile, .updateSettings, .updateRelation, .report: nil
        }
    }

    /// The stream of changes whose revision its acknowledgement names.
    enum Stream: Hashable {
        case conversation(ConversationID)
        case insights(ConversationID)
        case own
    }

    var stream: Stream {
        if case .insight(let id, _) = kind { return .insights(id) }
        return conversation.map { .conversation($0) } ?? .own
    }

    /// Whether it changes a conversation, or the user's settings of one.
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

    /// Changes the user's name or presence setting; `nil` leaves it unchanged.
    public static func updateProfile(name: String?, showsPresence: Bool?) -> Operation.Kind {
        .updateProfile(ProfileChange(name: name, showsPresence: showsPresence))
    }

    /// Replaces the text of the user's own message, without mentions.
    public static func edit(_ conversation: ConversationID, message: MessageID, text: String) -> Operation.Kind {
        .edit(conversation, message: message, text: text, mentions: [])
    }

    /// The picture to set for a user or a group.
    public var picture: MediaID? {
        switch self {
        case .updateProfile(let change): change.picture?.media
        case .describe(_, let change): change.picture?.media
        default: nil
        }
    }

    /// Whether a later operation of its kind supersedes it, so that it may be replaced in the queue, and dropped when
    /// refused.
    public var givesWay: Bool {
        switch self {
        case .receipt: true
        case .updateSettings(_, let change): change.isOfDraftAlone
        default: false
        }
    }

    /// Whether it stays after a refusal, to be retried or discarded: messages, and creations of their conversations.
    /// Others are reported and dropped; the user can repeat them.
    public var staysWhenRefused: Bool {
        switch self {
        case .post, .edit, .delete, .createDirect, .createGroup: true
        case .react, .pin, .receipt, .rename, .setAI, .describe, .addMembers, .removeMember, .setRole, .leave,
            .dissolve,
            .updateProfile,
            .updateSettings, .updateRelation, .report, .insight:
            false
        }
    }
}

/// The server's success: the operation is durable, from now or from its first request.
public struct Acknowledgement: Equatable, Sendable {
    public var operation: OperationID
    /// Its change; 0 for a no-op.
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
