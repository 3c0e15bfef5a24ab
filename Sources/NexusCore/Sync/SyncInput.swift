/// An input of the sync engine.
public enum SyncInput: Equatable, Sendable {
    /// The host is ready and a user is signed in: connect.
    case start
    /// The host is closing: disconnect permanently.
    case stop
    /// The network returned, the app came to the front or was touched: retry at once.
    case signOfLife
    case networkLost
    case socketOpened
    /// The last opened socket is closed, or failed to open. The engine's own closing is not reported.
    case socketClosed(SocketClosure)
    case frame(ServerFrame)
    case timer(SyncTimer)
    /// The user retries a failed operation under the same identifier.
    case retry(OperationID)
    /// The user discards a failed or waiting operation.
    case discard(OperationID)
    /// The user sends the text of a post without its attachments, which follow in a message of that identifier, or are
    /// discarded.
    case sendText(OperationID, files: OperationID?)
    /// All that a post carries is on the server.
    case uploaded(OperationID)
    /// The uploads of a post failed, transiently or permanently.
    case uploadFailed(OperationID, Refusal)
    /// The conversation on the screen, if any.
    case view(ConversationID?)
    /// Everything up to that `seq` has been seen.
    case read(ConversationID, through: Seq)
    /// The user views messages older than that `seq`.
    case loadOlder(ConversationID, before: Seq)
    /// The user jumps to that `seq`.
    case loadAround(ConversationID, Seq)
    /// The composer was edited (`true`) or left (`false`).
    case typing(ConversationID, Bool)
    /// The app is at the front (`true`) or in the background.
    case activity(Bool)
    /// The user's own messages, requested by ``SyncEffect/collect(since:limit:)``.
    case collected([Message])
}

/// The reason why a socket closed.
public enum SocketClosure: Equatable, Sendable {
    /// The network or the server went away; trying again is right.
    case lost
    /// The session is over: only signing in again helps.
    case sessionEnded(Refusal)
}

/// The timers of an engine; scheduling one replaces the one of the same kind.
public enum SyncTimer: String, Hashable, Sendable, CaseIterable {
    case reconnect, heartbeat, silence, outbox, requests, typing, unmute
}

/// An effect for the host. The host performs effects in order; a `store` is durable before the next one begins.
public enum SyncEffect: Equatable, Sendable {
    /// One local transaction.
    case store([StoreMutation])
    case openSocket
    case closeSocket
    case send(ClientFrame)
    /// Upload a post's files, then report it; idempotent while an upload runs.
    case upload(Operation)
    /// The post was discarded: stop its upload, and delete its copies.
    case cancelUpload(Operation)
    /// The attachments of one post are another's now: stop the first one's upload, and keep its copies for the other.
    case moveUpload(from: OperationID, to: OperationID)
    case schedule(SyncTimer, after: Int64)
    case cancel(SyncTimer)
    /// Read the user's own messages written or deleted at `since` or later, the newest if more than `limit`, and return
    /// them as ``SyncInput/collected(_:)``. Until then nothing is sent or received.
    case collect(since: Timestamp, limit: Int)
    /// A new epoch has begun: everything is being fetched again.
    case startedOver
    /// A screen may change without a change of store rows.
    case redraw(SyncAspect)
    /// A new message of another user arrived, not during a first load.
    case arrived(Message)
    /// The server refused an operation for good.
    case refused(OperationID, Refusal)
    /// Insights of that conversation changed, on this device or on the server; `nil`: of any.
    case insightsChanged(ConversationID?)
    /// The person's topics with the assistant about that conversation changed; `nil`: those about all conversations.
    case assistantChanged(ConversationID?)
    /// The person's reminders changed, or one fired. The engine stores none.
    case remindersChanged
    /// The access of the live socket with this identifier runs out: renew it by `Endpoints.renew`.
    case renewAccess(SocketID)
    /// The session is over.
    case signedOut(Refusal)
}

/// The state that lives in the engine alone.
public enum SyncAspect: Equatable, Sendable {
    case connection
    case presence([UserID])
    case typing(ConversationID)
    /// Personal settings: a mute has ended.
    case own
}

/// A change of the local store. A host applies those of one effect in one transaction.
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
    /// Rows of the user's own stream, replacing stored ones, and their cursor. They stay when their conversation is
    /// removed: it may return.
    case putOwn(cursor: Seq, settings: [ConversationSettings], relations: [Relation])
    /// Removes all rows of the user's own stream.
    case removeOwn
    /// The revision of a conversation's insights, and changed ones; others than those `keeping` names are removed. They are
    /// removed with their conversation.
    case putInsights(ConversationID, cursor: Seq, keeping: [InsightID], rows: [InsightRecord])
    /// The revision up to which all changed insights are known.
    case putInsightsThrough(Seq)
    /// Sets all revisions of insights to 0: they are of an earlier epoch. The rows stay until others replace them.
    case outdateInsights
    /// The epoch of the rows.
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
        /// Those of them that mention the user.
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
    /// The user's personal settings.
    public var own: UserSettingsState
    /// In the order they were written.
    public var outbox: [OutboxEntry]
    /// The epoch of the rows; `nil` before the first.
    public var epoch: EpochID?
    /// The insights on this device.
    public var insights: [ConversationID: InsightState]
    public var insightsThrough: Seq

    public init(
        profile: Profile, since: Timestamp? = nil, clockOffset: Int64 = 0, conversations: [Item] = [],
        own: UserSettingsState = UserSettingsState(), outbox: [OutboxEntry] = [], epoch: EpochID? = nil,
        insights: [ConversationID: InsightState] = [:], insightsThrough: Seq = 0
    ) {
        self.insights = insights
        self.insightsThrough = insightsThrough
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
    /// Compared by case: comparing effects would bring the comparison of their contents into the browser's module.
    var closesSocket: Bool { if case .closeSocket = self { true } else { false } }
}
