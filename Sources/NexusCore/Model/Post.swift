/// The content of a posted message, in one value: a new kind of content is added here and nowhere between.
public struct Post: Equatable, Sendable {
    public var text: String
    /// The mentions of the text.
    public var mentions: [Mention]
    /// When it was written, by the sender's clock; for display only.
    public var writtenAt: Timestamp
    /// The message of the same conversation that it answers.
    public var replyTo: MessageID?
    /// In the order in which they are shown. Their media are uploaded before the message is posted.
    public var attachments: [Attachment]
    /// The origin of a forward.
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

    /// The time of writing: the sender's if it is plausible, otherwise the arrival. Server and sender decide this
    /// alike, so that a device with a wrong clock can post and shows what others see.
    public func writingTime(arrivingAt arrival: Timestamp) -> Timestamp {
        arrival.since(writtenAt) > Limits.writtenAtPastMilliseconds ? arrival : min(writtenAt, arrival)
    }

    /// The resulting message, at its position.
    ///
    /// - Parameter writtenAt: the accepted time.
    public func message(
        _ id: MessageID, in conversation: ConversationID, at seq: Seq, by sender: UserID, writtenAt: Timestamp
    ) -> Message {
        Message(
            id: id, conversation: conversation, seq: seq, changed: seq, sender: sender, text: text,
            mentions: mentions, attachments: attachments, writtenAt: writtenAt, replyTo: replyTo,
            forward: forward)
    }

    /// The accepted post: with its text trimmed, which may be empty only with attachments.
    ///
    /// - Throws: `Refusal`: `text_empty`, `text_too_long`, `attachment_invalid`, `invalid_request` for mentions beyond
    ///   the text.
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
