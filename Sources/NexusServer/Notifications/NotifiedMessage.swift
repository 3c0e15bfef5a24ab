import NexusCore
import NexusDatabase

/// A message as notifications need it.
struct NotifiedMessage: Sendable {
    var message: Message
    /// The server's time of its post.
    var postedAt: Timestamp
    /// The sender of the message that it replies to.
    var repliesTo: UserID?

    /// Messages after `seq` that were posted since a time, ascending.
    static func after(
        _ seq: Seq, in id: ConversationID, since: Timestamp, limit: Int, _ reader: Reader
    ) throws -> [NotifiedMessage] {
        try reader.all(
            """
            SELECT m.id, m.seq, m.sender_id, m.text, m.mentions, m.posted_at, r.sender_id FROM messages AS m
            LEFT JOIN messages AS r ON r.id = m.reply_to
            WHERE m.conversation_id = $1 AND m.seq > $2 AND m.deleted_at IS NULL AND m.posted_at > $3
            ORDER BY m.seq LIMIT $4
            """, .id(id), .integer(seq), .time(since), .integer(limit)
        ) { row in
            let (message, seq): (MessageID, Seq) = (try row.next(), try row.next())
            let (sender, text): (UserID, String) = (try row.next(), try row.next())
            let mentions = try row.mentions()
            let posted: Timestamp = try row.next()
            return NotifiedMessage(
                message: Message(
                    id: message, conversation: id, seq: seq, changed: seq, sender: sender, text: text,
                    mentions: mentions,
                    writtenAt: posted),
                postedAt: posted, repliesTo: try row.next())
        }
    }
}
