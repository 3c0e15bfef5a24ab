/// What happens to a sync engine.
public enum SyncInput: Equatable, Sendable {
    /// The home is ready and somebody is signed in: connect.
    case start
    /// The home is closing: disconnect and stay so.
    case stop
    /// The network came back, the app came to the front or a person touched it: whatever waits is tried at once.
    case signOfLife
    case networkLost
    case socketOpened
    /// The socket opened last is gone, or could not be opened. One that the engine closed itself is not reported.
    case socketClosed(SocketClosure)
    case frame(ServerFrame)
    case timer(SyncTimer)
    /// A failed operation is tried again under the same identifier.
    case retry(OperationID)
    /// A failed or waiting operation is given up by the person.
    case discard(OperationID)
    /// All that a post carries is on the server.
    case uploaded(OperationID)
    /// What a post carries could not be uploaded: for now, or for good.
    case uploadFailed(OperationID, Refusal)
    /// The conversation on the screen, if any.
    case view(ConversationID?)
    /// Everything up to that `seq` has been seen.
    case read(ConversationID, through: Seq)
    /// The person looks at what is older than that `seq`.
    case loadOlder(ConversationID, before: Seq)
    /// The person jumps to that `seq`.
    case loadAround(ConversationID, Seq)
    /// The composer was edited (`true`) or left (`false`).
    case typing(ConversationID, Bool)
    /// The app is at the front (`true`) or in the background.
    case activity(Bool)
    /// The person's own messages that ``SyncEffect/collect(since:limit:)`` asked for.
    case collected([Message])
}

/// Why a socket is not open any more.
public enum SocketClosure: Equatable, Sendable {
    /// The network or the server went away; trying again is right.
    case lost
    /// The session is over: only signing in again helps.
    case sessionEnded(Refusal)
}

/// The timers of an engine; scheduling one replaces the one of the same kind.
public enum SyncTimer: Hashable, Sendable {
    case reconnect, heartbeat, silence, outbox, requests, typing, unmute
}

/// What an engine asks of its home. The home performs effects in order; a `store` is durable before the next one begins.
public enum SyncEffect: Equatable, Sendable {
    /// One local transaction.
    case store([StoreMutation])
    case openSocket
    case closeSocket
    case send(ClientFrame)
    /// Upload what the post carries, then say so; it may be asked again while that goes on, which asks for nothing new.
    case upload(Operation)
    /// The post was given up: stop its upload, and forget what was kept for it.
    case cancelUpload(Operation)
    case schedule(SyncTimer, after: Int64)
    case cancel(SyncTimer)
    /// Read the person's own messages that were written or deleted at `since` or later, of more than `limit` the newest, and
    /// return them as ``SyncInput/collected(_:)``. Nothing is sent or taken in until then.
    case collect(since: Timestamp, limit: Int)
    /// The server has begun a new epoch: what is held is being fetched again.
    case startedOver
    /// Something on a screen may look different for a reason that no store row tells.
    case redraw(SyncAspect)
    /// A message of somebody else arrived that was not there before, and not in a first load.
    case arrived(Message)
    /// The server refused an operation for good.
    case refused(OperationID, Refusal)
    /// The session is over.
    case signedOut(Refusal)
}

/// The state that lives in the engine alone.
public enum SyncAspect: Equatable, Sendable {
    case connection
    case presence([UserID])
    case typing(ConversationID)
    /// What the person has settled for themself: a mute has ended.
    case own
}

/// A change of the local store. A home applies those of one effect in one transaction.
public enum StoreMutation: Equatable, Sendable {
    /// Each replaces the stored row with the same identifier unless that one's `changed` is greater.
    case upsertMessages([Message])
    /// Each replaces the stored row of that user unless that one's `changed` is greater.
    case upsertMembers(ConversationID, [Member])
    case putConversation(ConversationRecord)
    /// Takes out the conversation with its members and messages; its outbox rows are taken out by name.
    case removeConversation(ConversationID)
    case putOperation(OutboxEntry)
    case removeOperation(OperationID)
    case putProfile(Profile)
    /// The server's time up to which everything is caught up, and how far its clock is ahead of the device's.
    case putClock(since: Timestamp?, offset: Int64)
    /// Rows of the person's own stream, each in the place of the stored one, and the cursor they lead to. They stay when their
    /// conversation is taken out: it may come back.
    case putOwn(cursor: Seq, settings: [ConversationSettings], relations: [Relation])
    /// Takes out all rows of the person's own stream.
    case removeOwn
    /// The epoch of what is held.
    case putEpoch(EpochID)
}

/// Everything an engine is restored from after a restart.
public struct SyncSnapshot: Equatable, Sendable {
    public struct Item: Equatable, Sendable {
        public var record: ConversationRecord
        public var members: [Member]
        /// The stored message with the greatest `seq`.
        public var newest: Message?
        /// The `seq`s of stored messages by others, beyond the read position, not deleted; ascending.
        public var unread: [Seq]
        /// Those of them that mention the person.
        public var mentions: [Seq]
        /// Whose those are, in the same order.
        public var mentionSenders: [UserID]

        public init(
            record: ConversationRecord, members: [Member], newest: Message?, unread: [Seq], mentions: [Seq] = [],
            mentionSenders: [UserID] = []
        ) {
            self.record = record
            self.members = members
            self.newest = newest
            self.unread = unread
            self.mentions = mentions
            self.mentionSenders = mentionSenders
        }
    }

    public var profile: Profile
    public var since: Timestamp?
    public var clockOffset: Int64
    public var conversations: [Item]
    /// What the person has settled for themself.
    public var own: OwnState
    /// In the order they were written.
    public var outbox: [OutboxEntry]
    /// The epoch of what is held; `nil` before a server has told one.
    public var epoch: EpochID?

    public init(
        profile: Profile, since: Timestamp? = nil, clockOffset: Int64 = 0, conversations: [Item] = [],
        own: OwnState = OwnState(), outbox: [OutboxEntry] = [], epoch: EpochID? = nil
    ) {
        self.epoch = epoch
        self.profile = profile
        self.since = since
        self.clockOffset = clockOffset
        self.conversations = conversations
        self.own = own
        self.outbox = outbox
    }
}

extension SyncEffect {
    /// Told by its case: to compare effects would bring the comparison of all that they carry into the browser's module.
    var closesSocket: Bool { if case .closeSocket = self { true } else { false } }
}
