/// A message in its present state.
public struct Message: Equatable, Sendable {
    public var id: MessageID
    public var conversation: ConversationID
    /// Its place in the conversation: the change that posted it.
    public var seq: Seq
    /// Its last change: `seq` itself, or the last edit or deletion.
    public var changed: Seq
    public var sender: UserID
    /// Empty once deleted.
    public var text: String
    /// The mentions of the text, in order.
    public var mentions: [Mention]
    /// Its attachments; none once deleted.
    public var attachments: [Attachment]
    /// When it was written, by the sender's clock as far as the server can believe it. For display only.
    public var writtenAt: Timestamp
    public var editedAt: Timestamp?
    /// Set once deleted: the row stays as a tombstone, without text.
    public var deletedAt: Timestamp?
    /// The message of the same conversation that it answers; `nil` once deleted.
    public var replyTo: MessageID?
    /// Its reactions, in the order in which the emoji were first used; empty once deleted.
    public var reactions: [Reaction]
    /// Set while it is pinned.
    public var pin: Pin?
    /// Its origin if it is forwarded.
    public var forward: Forward?
    /// Set for a group event, which is not a message: it has no text and is never unread.
    public var event: GroupEvent?

    public var isDeleted: Bool { deletedAt != nil }
    /// Whether it is a message and not deleted.
    public var isSaid: Bool { deletedAt == nil && event == nil }

    public init(
        id: MessageID, conversation: ConversationID, seq: Seq, changed: Seq, sender: UserID, text: String,
        mentions: [Mention] = [], attachments: [Attachment] = [], writtenAt: Timestamp, editedAt: Timestamp? = nil,
        deletedAt: Timestamp? = nil,
        replyTo: MessageID? = nil, reactions: [Reaction] = [], pin: Pin? = nil, forward: Forward? = nil,
        event: GroupEvent? = nil
    ) {
        self.id = id
        self.conversation = conversation
        self.seq = seq
        self.changed = changed
        self.sender = sender
        self.text = text
        self.mentions = mentions
        self.attachments = attachments
        self.writtenAt = writtenAt
        self.editedAt = editedAt
        self.deletedAt = deletedAt
        self.replyTo = replyTo
        self.reactions = reactions
        self.pin = pin
        self.forward = forward
        self.event = event
    }

    /// Its tombstone after deletion by the change `seq`.
    public func deleted(by seq: Seq, at time: Timestamp) -> Message {
        Message(
            id: id, conversation: conversation, seq: self.seq, changed: seq, sender: sender, text: "",
            writtenAt: writtenAt, editedAt: editedAt, deletedAt: time)
    }
}
