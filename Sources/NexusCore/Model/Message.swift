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
    /// When it was written, by the sender's clock as far as the server can believe it. For display only.
    public var writtenAt: Timestamp
    public var editedAt: Timestamp?
    /// Set once deleted: the row stays as a tombstone, the text is gone.
    public var deletedAt: Timestamp?

    public var isDeleted: Bool { deletedAt != nil }

    public init(
        id: MessageID, conversation: ConversationID, seq: Seq, changed: Seq, sender: UserID, text: String,
        writtenAt: Timestamp, editedAt: Timestamp? = nil, deletedAt: Timestamp? = nil
    ) {
        self.id = id
        self.conversation = conversation
        self.seq = seq
        self.changed = changed
        self.sender = sender
        self.text = text
        self.writtenAt = writtenAt
        self.editedAt = editedAt
        self.deletedAt = deletedAt
    }
}
