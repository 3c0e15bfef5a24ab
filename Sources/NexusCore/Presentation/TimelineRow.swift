/// One row of a conversation on a screen, top to bottom.
public enum TimelineRow: Equatable, Sendable {
    /// A new day begins: days since 1970-01-01 where the reader is.
    case day(Int64)
    /// What follows is unread.
    case newMessages
    /// History between here and there is not on this device; looking at it fetches it.
    case gap(ClosedRange<Seq>)
    case message(MessageRow)
}

/// A message as a screen shows it.
public struct MessageRow: Equatable, Sendable {
    public var id: MessageID
    /// `nil` while it is unsent.
    public var seq: Seq?
    public var sender: UserID
    public var senderName: String
    public var isMine: Bool
    /// With the names of today in the place of those that were written.
    public var text: String
    /// Whom `text` mentions, by their places in it.
    public var mentions: [Mention]
    /// Whether it mentions the person who looks, and is somebody else's.
    public var mentionsMe = false
    public var attachments: [Attachment]
    public var writtenAt: Timestamp
    public var editedAt: Timestamp?
    public var isDeleted: Bool
    /// Whether it is of somebody the person has blocked: it is shown only when asked for.
    public var isFolded = false
    /// Set where it is no message but tells what was done to the group: `text` says so, and there is nothing to do with it.
    public var event: GroupEvent?
    /// What it answers; `nil` once deleted.
    public var quote: Quote?
    /// What people reacted with, in the order in which the emoji came; one's own that wait are there already.
    public var reactions: [ReactionRow]
    /// The name of whoever pinned it, which may be empty; `nil` while it is not pinned.
    public var pinnedBy: String?
    /// The name of whoever said it first, where it is forwarded.
    public var forwardedFrom: String?
    /// Whether an edit or deletion of it waits in the outbox; `text` already shows it.
    public var hasPendingChange: Bool
    /// Of one's own messages.
    public var status: MessageStatus?
    public var receipts: ReceiptCounts?
    /// Why it, or the last change that was asked of it, failed.
    public var refusal: Refusal?
    /// Whether it continues the group of the row before: same sender, same day, soon after.
    public var isContinuation: Bool

    public init(
        id: MessageID, seq: Seq?, sender: UserID, senderName: String, isMine: Bool, text: String,
        mentions: [Mention] = [], attachments: [Attachment] = [], writtenAt: Timestamp,
        editedAt: Timestamp? = nil, isDeleted: Bool = false, quote: Quote? = nil, reactions: [ReactionRow] = [],
        hasPendingChange: Bool = false,
        status: MessageStatus? = nil, receipts: ReceiptCounts? = nil, refusal: Refusal? = nil,
        isContinuation: Bool = false
    ) {
        self.id = id
        self.seq = seq
        self.sender = sender
        self.senderName = senderName
        self.isMine = isMine
        self.text = text
        self.mentions = mentions
        self.attachments = attachments
        self.writtenAt = writtenAt
        self.editedAt = editedAt
        self.isDeleted = isDeleted
        self.quote = quote
        self.reactions = reactions
        self.hasPendingChange = hasPendingChange
        self.status = status
        self.receipts = receipts
        self.refusal = refusal
        self.isContinuation = isContinuation
    }
}
