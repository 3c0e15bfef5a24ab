/// What a message says when it is posted: all that its sender decides, in one value, so that whatever a message learns to carry
/// is added here and nowhere between.
public struct Post: Equatable, Sendable {
    public var text: String
    /// Whom the text mentions.
    public var mentions: [Mention]
    /// When it was written, by the sender's clock; for display only.
    public var writtenAt: Timestamp
    /// The message of the same conversation that it answers.
    public var replyTo: MessageID?
    /// In the order in which they are shown. Their media are uploaded before the message is posted.
    public var attachments: [Attachment]
    /// Whose message it says again, and which.
    public var forward: Forward?

    public init(
        text: String, mentions: [Mention] = [], writtenAt: Timestamp, replyTo: MessageID? = nil,
        attachments: [Attachment] = [], forward: Forward? = nil
    ) {
        self.text = text
        self.mentions = mentions
        self.writtenAt = writtenAt
        self.replyTo = replyTo
        self.attachments = attachments
        self.forward = forward
    }

    /// When the message counts as written: at the sender's time if that is plausible, otherwise on its arrival. Server and sender
    /// decide this alike, so that a device with a wrong clock can post and shows what the others are shown.
    public func writingTime(arrivingAt arrival: Timestamp) -> Timestamp {
        arrival.since(writtenAt) > Limits.writtenAtPastMilliseconds ? arrival : min(writtenAt, arrival)
    }

    /// The message that it makes, at its place.
    ///
    /// - Parameter writtenAt: the time as far as it is believed.
    public func message(
        _ id: MessageID, in conversation: ConversationID, at seq: Seq, by sender: UserID, writtenAt: Timestamp
    ) -> Message {
        Message(
            id: id, conversation: conversation, seq: seq, changed: seq, sender: sender, text: text,
            mentions: mentions, attachments: attachments, writtenAt: writtenAt, replyTo: replyTo,
            forward: forward)
    }

    /// The post as it is accepted: its text trimmed, which may be empty only where it carries something.
    ///
    /// - Throws: `Refusal`: `text_empty`, `text_too_long`, `attachment_invalid`, `invalid_request` for
    ///   mentions that are not in the text.
    public func checked() throws(Refusal) -> Post {
        var post = self
        do throws(TextProblem) {
            post.text = attachments.isEmpty ? try TextRule.message(text) : try TextRule.caption(text)
        } catch {
            throw Refusal(error)
        }
        post.mentions = try mentions.accepted(in: text, cutTo: post.text)
        guard attachments.count <= Limits.attachmentsPerMessage else {
            throw Refusal(
                .attachmentInvalid, "A message carries at most \(Limits.attachmentsPerMessage) files.")
        }
        for (position, attachment) in attachments.enumerated() {
            post.attachments[position] = attachment.trimmed
            if attachments[..<position].contains(where: { $0.media == attachment.media }) {
                throw Refusal(.attachmentInvalid, "The same file is attached twice.")
            }
            if attachment.kind == .voice, attachment.duration > Limits.voiceMilliseconds {
                throw Refusal(
                    .attachmentInvalid,
                    "A voice message lasts at most \(Limits.voiceMilliseconds / 60_000) minutes.")
            }
        }
        return post
    }
}
