/// A message in its present state.
public struct Message: Equatable, Sendable {
    public var id: MessageID
    public var conversation: ConversationID
    /// Its place in the conversation: the change that posted it.
    public var seq: Seq
    /// The last change of it: `seq` itself, or the edit or deletion that came last.
    public var changed: Seq
    public var sender: UserID
    /// Empty once deleted.
    public var text: String
    /// Whom the text mentions, in the order in which they stand there.
    public var mentions: [Mention]
    /// What it carries beside its text; none once deleted.
    public var attachments: [Attachment]
    /// When it was written, by the sender's clock as far as the server can believe it. For display only.
    public var writtenAt: Timestamp
    public var editedAt: Timestamp?
    /// Set once deleted: the row stays as a tombstone, the text is gone.
    public var deletedAt: Timestamp?
    /// The message of the same conversation that it answers; `nil` once deleted.
    public var replyTo: MessageID?
    /// Who reacted with what, in the order in which the emoji came; empty once deleted.
    public var reactions: [Reaction]
    /// Set while it is pinned.
    public var pin: Pin?
    /// Whose words it says again.
    public var forward: Forward?
    /// Set where it is no message but tells what was done to the group: nobody said it, so it says nothing and is never unread.
    public var event: GroupEvent?

    public var isDeleted: Bool { deletedAt != nil }
    /// Whether somebody said it and it still stands.
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

    /// What is left of it once it is deleted by the change `seq`.
    public func deleted(by seq: Seq, at time: Timestamp) -> Message {
        Message(
            id: id, conversation: conversation, seq: self.seq, changed: seq, sender: sender, text: "",
            writtenAt: writtenAt, editedAt: editedAt, deletedAt: time)
    }
}
