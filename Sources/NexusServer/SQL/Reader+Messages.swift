import NexusCore
import NexusDatabase

/// What several folders ask of the table of messages.
extension Reader {
    /// When a message was posted, be it deleted; nil if there is none at this `seq`.
    func postedAt(of seq: Seq, in conversation: ConversationID) throws -> Timestamp? {
        try first(
            "SELECT posted_at FROM messages WHERE conversation_id = $1 AND seq = $2", .id(conversation), .integer(seq)
        ) { try $0.next() }
    }
}
