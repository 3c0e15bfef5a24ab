import NexusCore

/// What one node tells others over the bus.
enum NodeMessage: Equatable, Sendable {
    /// A change was committed.
    case change(ForeignChange)
    /// A frame for every socket of those users, as its JSON.
    case frame([UserID], [UInt8])
    /// A user types or has stopped; what the others see of it.
    case typing(ConversationID, UserID, isActive: Bool, recipients: [UserID])
    case sessionEnded(SessionID)
    /// A session has new tokens.
    case sessionRefreshed(SessionID, UserID)
    /// The devices on which users are active at the sender have changed.
    case presence(PresenceNews)
    /// The sender lives. Its news so far are those up to that number.
    case heartbeat(UInt64)
    /// Those of a node are wanted, whole; nil for those of all.
    case ask(NodeID?)
    /// The sender is about to end.
    case leaving
    /// A user may have changed whether they show their presence.
    case switched(UserID)
    /// A user has blocked or unblocked another.
    case related(UserID, UserID)
}

/// A change that another node has committed, with what its ``Publication`` says of who may see what.
struct ForeignChange: Equatable, Sendable {
    var conversation: ConversationID
    var recipients: [UserID]
    var departed: [UserID] = []
    /// Users who have become members by it.
    var joined: [UserID] = []
    /// The author of a new message, whose typing ends.
    var author: UserID?
    var hidden: [UserID: [UserID: HiddenParts]] = [:]
    /// The frame for those from whom nothing is hidden, as its JSON.
    var frame: [UInt8]

    /// Whether it changes who is a member.
    var movesMembers: Bool { !departed.isEmpty || !joined.isEmpty }

    init(
        conversation: ConversationID, recipients: [UserID], departed: [UserID] = [], joined: [UserID] = [],
        author: UserID? = nil, hidden: [UserID: [UserID: HiddenParts]] = [:], frame: [UInt8]
    ) {
        self.conversation = conversation
        self.recipients = recipients
        self.departed = departed
        self.joined = joined
        self.author = author
        self.hidden = hidden
        self.frame = frame
    }

    /// - Parameter frame: the change, encoded.
    init(_ publication: Publication, frame: [UInt8]) {
        let change = publication.change
        let recipients = publication.recipients
        self.init(
            conversation: change.conversation,
            recipients: publication.catchingUp.map { user in recipients.filter { $0 != user } } ?? recipients,
            departed: publication.departed, joined: publication.joined,
            author: change.messages.first { $0.seq == change.seq }?.sender, hidden: publication.hidden, frame: frame)
    }
}

/// The devices on which users are active at one node.
struct PresenceNews: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        var user: UserID
        /// The sessions on whose devices they are active; empty for a user who is not active there any more.
        var sessions: [SessionID]
        /// Whether they show their presence; nil if the node does not know yet.
        var showsPresence: Bool?
        /// When they were last active there; nil for a user who is.
        var lastSeen: Timestamp?
    }

    /// Where a list of all begins and ends: whom it leaves out is not active there any more.
    struct Marks: OptionSet, Sendable {
        let rawValue: UInt8

        static let begins = Marks(rawValue: 1)
        static let ends = Marks(rawValue: 2)
    }

    /// Counts the messages of this kind that the node has sent.
    var number: UInt64
    var marks: Marks = []
    var entries: [Entry]
}
