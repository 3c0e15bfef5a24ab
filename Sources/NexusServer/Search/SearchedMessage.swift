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

    /// The columns that ``init(_:)-(Row)`` reads, of the table `messages AS m`.
    static let columns = """
        m.id, m.conversation_id, m.seq, m.sender_id, m.text, m.written_at, m.posted_at, m.deleted_at IS NOT NULL,
        m.mentions, m.attachments
        """

    init(_ row: Row) throws {
        id = try row.identifier(0)
        conversation = try row.identifier(1)
        seq = row.int64(2)
        sender = try row.identifier(3)
        text = row.text(4)
        writtenAt = row.time(5)
        postedAt = row.time(6)
        isDeleted = row.flag(7)
        mentions = try row.mentions(8)
        attachments = try row.attachments(9)
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
    }

    /// Whether the message was posted before another, or at the same time with the smaller identifier.
    func isOlder(than place: (at: Timestamp, id: MessageID)) -> Bool {
        postedAt == place.at ? id < place.id : postedAt < place.at
    }
}
