/// What a message says when it is posted: all that its sender decides, in one value, so that whatever a message learns to carry
/// is added here and nowhere between.
public struct Post: Equatable, Sendable {
    public var text: String
    /// When it was written, by the sender's clock; for display only.
    public var writtenAt: Timestamp
    /// The message of the same conversation that it answers.
    public var replyTo: MessageID?

    public init(text: String, writtenAt: Timestamp, replyTo: MessageID? = nil) {
        self.text = text
        self.writtenAt = writtenAt
        self.replyTo = replyTo
    }

    /// The message that it makes, at its place.
    ///
    /// - Parameter writtenAt: the time as far as it is believed.
    public func message(
        _ id: MessageID, in conversation: ConversationID, at seq: Seq, by sender: UserID, writtenAt: Timestamp
    ) -> Message {
        Message(
            id: id, conversation: conversation, seq: seq, changed: seq, sender: sender, text: text,
            writtenAt: writtenAt, replyTo: replyTo)
    }
}
