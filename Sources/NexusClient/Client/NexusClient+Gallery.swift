import NexusCore

/// A picture of a conversation, with the message that carries it.
public struct ConversationPicture: Identifiable, Equatable, Sendable {
    public var attachment: Attachment
    public var message: MessageID
    public var senderName: String
    public var writtenAt: Timestamp

    public var id: MediaID { attachment.media }

    public init(attachment: Attachment, message: MessageID, senderName: String, writtenAt: Timestamp) {
        self.attachment = attachment
        self.message = message
        self.senderName = senderName
        self.writtenAt = writtenAt
    }
}

extension NexusClient {
    /// The pictures of a conversation on this device, oldest first, without those of blocked users. Works offline.
    public func pictures(in conversation: ConversationID) async throws(ClientError) -> [ConversationPicture] {
        let messages = try openStore().messagesWithAttachments(in: conversation)
        var seen: Set<MediaID> = []
        var pictures: [ConversationPicture] = []
        for row in try await rows(of: messages, in: conversation) where !row.isFolded {
            // A forwarded picture is shown once, where it is first.
            for attachment in row.attachments where attachment.kind == .image && seen.insert(attachment.media).inserted
            {
                pictures.append(
                    ConversationPicture(
                        attachment: attachment, message: row.id, senderName: row.senderName, writtenAt: row.writtenAt))
            }
        }
        return pictures
    }
}
