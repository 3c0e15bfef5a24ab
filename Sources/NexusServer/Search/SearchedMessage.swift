import NexusCore
import NexusDatabase

/// The fields of a message for a search.
struct SearchedMessage {
    var id: MessageID
    var conversation: ConversationID
    var seq: Seq
    var sender: UserID
    var text: String
    var mentions: [Mention]
    var attachments: [Attachment]
    var writtenAt: Timestamp
    var postedAt: Timestamp
    var isDeleted: Bool
    var replyTo: MessageID?

    /// The columns that ``init(_:)-(Row)`` reads, of the table `messages AS m`.
    static let columns = """
        m.id, m.conversation_id, m.seq, m.sender_id, m.text, m.written_at, m.posted_at, m.deleted_at IS NOT NULL,
        m.mentions, m.attachments, m.reply_to
        """

    init(_ row: inout Row) throws {
        id = try row.next()
        conversation = try row.next()
        seq = try row.next()
        sender = try row.next()
        text = try row.next()
        writtenAt = try row.next()
        postedAt = try row.next()
        isDeleted = try row.next()
        mentions = try row.mentions()
        attachments = try row.attachments()
        replyTo = try row.next()
    }

    /// Indexed fields only: without the time.
    init(_ message: Message) {
        id = message.id
        conversation = message.conversation
        seq = message.seq
        sender = message.sender
        text = message.text
        mentions = message.mentions
        attachments = message.attachments
        writtenAt = message.writtenAt
        postedAt = message.writtenAt
        isDeleted = message.isDeleted
        replyTo = message.replyTo
    }

    var moment: SearchMoment { SearchMoment(at: postedAt, conversation: conversation, seq: seq) }
}
