/// One row of a conversation on a screen, top to bottom.
public enum TimelineRow: Equatable, Sendable {
    /// A new day begins: days since 1970-01-01 in the reader's time zone.
    case day(Int64)
    /// The following messages are unread.
    case newMessages
    /// History in between is not on this device; viewing it fetches it.
    case gap(ClosedRange<Seq>)
    case message(MessageRow)
}

/// A message, ready to display.
public struct MessageRow: Equatable, Sendable {
    public var id: MessageID
    /// `nil` while it is unsent.
    public var seq: Seq?
    public var sender: UserID
    public var senderName: String
    public var isMine: Bool
    /// With the names of today in the place of those that were written.
    public var text: String
    /// The mentions of `text`, by their ranges.
    public var mentions: [Mention]
    /// Whether another user's message mentions the reader.
    public var mentionsMe = false
    public var attachments: [Attachment]
    public var writtenAt: Timestamp
    public var editedAt: Timestamp?
    public var isDeleted: Bool
    /// Whether it is from a blocked user: shown only on request.
    public var isFolded = false
    /// Set for a group event, which is not a message: `text` describes it, and it has no actions.
    public var event: GroupEvent?
    /// The quote of its original; `nil` once deleted.
    public var quote: Quote?
    /// The reactions, in the order of first use, with the user's pending ones.
    public var reactions: [ReactionRow]
    /// The name of the user who pinned it, perhaps empty; `nil` unless it is pinned.
    public var pinnedBy: String?
    /// The name of the original sender, if it is forwarded.
    public var forwardedFrom: String?
    /// Whether an edit or deletion is pending; `text` shows it.
    public var hasPendingChange: Bool
    /// Of the user's own messages.
    public var status: MessageStatus?
    public var receipts: ReceiptCounts?
    /// The reason why it, or its last change, failed.
    public var refusal: Refusal?
    /// Whether the text of an unsent message can be sent without its attachments, which are not uploaded.
    public var canSendTextAlone = false
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
