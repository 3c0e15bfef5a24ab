/// What the server says over the live socket: one JSON object a frame, named by its `type`.
public enum ServerFrame: Equatable, Sendable {
    /// The first frame of a socket.
    case welcome(Welcome)
    case ack(Acknowledgement)
    /// The refusal of an operation, or of a question about a conversation, or of a frame that could not be taken at all.
    case refusal(Refused, Refusal)
    case change(Change)
    case changes(Changes)
    case page(Page)
    case moved(Moved)
    /// What changed in the person's own stream: asked for, or told to all of their sessions as it happens.
    case own(UserSettingsChanges)
    case typing(ConversationID, user: UserID, active: Bool)
    case presence([Presence])
    /// Insights of that conversation were added, changed or removed: a client that shows them requests them again.
    case insights(ConversationID)
    /// Insights of a conversation for devices: the answer to `insights`.
    case insightRows(InsightRows)
    /// One's topics with the assistant about that conversation, or about all, came, changed or went.
    case assistant(ConversationID?)
    /// The person's own reminders were set, fired or removed: a client that shows them requests them again.
    case reminders
    /// Frames were left out, because this session read too slowly or its user hid or showed receipts: catch up by cursor.
    case lagged
    /// The access that this socket was opened or last renewed with runs out or was replaced: renew it by `Endpoints.renew`, or it is
    /// closed.
    case renew(SocketID)
}

/// What a refusal is about.
public enum Refused: Equatable, Sendable {
    case operation(OperationID)
    /// `changes`, `page` or `typing` for that conversation.
    case conversation(ConversationID)
    /// A frame that could not be read, or that is not taken at this time.
    case frame
}

/// Who and where one is, said once a socket.
public struct Welcome: Equatable, Sendable {
    public var session: SessionID
    public var profile: Profile
    /// The server's time.
    public var time: Timestamp
    /// The epoch of the server's database; `nil` from a server that has none.
    public var epoch: EpochID?
    /// Whether the server keeps revisions of insights and takes changes of them as operations; false from an older one.
    public var hasInsights: Bool

    public init(
        session: SessionID, profile: Profile, time: Timestamp, epoch: EpochID? = nil, hasInsights: Bool = false
    ) {
        self.hasInsights = hasInsights
        self.session = session
        self.profile = profile
        self.time = time
        self.epoch = epoch
    }
}

/// The rows of a conversation that changed after a cursor, in their present state.
public struct Changes: Equatable, Sendable {
    public var conversation: ConversationID
    /// The cursor that was asked with: a client that has since forgotten the conversation must not jump ahead by this.
    public var after: Seq
    /// The cursor that the client holds once it has applied this.
    public var cursor: Seq
    /// The conversation's last change.
    public var head: Seq
    /// Whether this is a fresh newest page instead of the changes: what is older than `oldest` becomes a gap.
    public var isReset: Bool
    /// With `isReset`: the `seq` of the oldest message sent. Nothing older exists when it is 0.
    public var oldest: Seq
    /// Unread messages of the asker at `head`, counted at most to `Changes.unreadLimit`.
    public var unread: Int
    /// How many of all unread messages mention the asker, counted at most to `Changes.unreadLimit`.
    public var mentions: Int
    public var info: Conversation?
    public var members: [Member]
    public var messages: [Message]
    /// The epoch of the server's database.
    public var epoch: EpochID?

    /// Whether more is to be asked for, after `cursor`.
    public var hasMore: Bool { cursor < head }

    /// Whether the asker's cursor lies beyond the conversation's end: the server has lost changes that the asker holds.
    public var isBehindAsker: Bool { after > head }

    public static let unreadLimit = 1_000

    public init(
        conversation: ConversationID, after: Seq, cursor: Seq, head: Seq, isReset: Bool, oldest: Seq, unread: Int,
        mentions: Int = 0, info: Conversation?, members: [Member], messages: [Message], epoch: EpochID? = nil
    ) {
        self.epoch = epoch
        self.conversation = conversation
        self.after = after
        self.cursor = cursor
        self.head = head
        self.isReset = isReset
        self.oldest = oldest
        self.unread = unread
        self.mentions = mentions
        self.info = info
        self.members = members
        self.messages = messages
    }
}

/// A page of history: all messages of the range from `from` to `through`, in order.
public struct Page: Equatable, Sendable {
    public var conversation: ConversationID
    /// The first and last `seq` that this page speaks for: a message there that is not on the page does not exist.
    public var from: Seq
    public var through: Seq
    /// The conversation's last change when the page was read: a client that has since applied later ones asks again.
    public var head: Seq
    public var messages: [Message]
    /// The epoch of the server's database.
    public var epoch: EpochID?

    public init(
        conversation: ConversationID, from: Seq, through: Seq, head: Seq, messages: [Message], epoch: EpochID? = nil
    ) {
        self.epoch = epoch
        self.conversation = conversation
        self.head = head
        self.from = from
        self.through = through
        self.messages = messages
    }
}

/// The conversations that moved since a time.
public struct Moved: Equatable, Sendable {
    public struct Entry: Equatable, Sendable {
        public var conversation: ConversationID
        public var head: Seq
        /// Whether the asker is no longer a member.
        public var hasLeft: Bool
        /// When it was last written in, or made, by which a device without any orders its list; `nil` of one that was left.
        public var lastAt: Timestamp?

        public init(conversation: ConversationID, head: Seq, hasLeft: Bool = false, lastAt: Timestamp? = nil) {
            self.conversation = conversation
            self.head = head
            self.hasLeft = hasLeft
            self.lastAt = lastAt
        }
    }

    /// The server's time up to which this is complete: the `since` of the next question.
    public var time: Timestamp
    public var conversations: [Entry]
    /// Whether there are more: ask again since `time`.
    public var hasMore: Bool
    /// The last change in the person's own stream.
    public var own: Seq
    /// The epoch of the server's database.
    public var epoch: EpochID?
    /// Where insights changed, if the question named a revision of them.
    public var insights: MovedInsights?

    public init(
        time: Timestamp, conversations: [Entry], hasMore: Bool, own: Seq = 0, epoch: EpochID? = nil,
        insights: MovedInsights? = nil
    ) {
        self.insights = insights
        self.epoch = epoch
        self.time = time
        self.conversations = conversations
        self.hasMore = hasMore
        self.own = own
    }
}
