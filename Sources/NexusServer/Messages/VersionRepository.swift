import NexusCore
import NexusDatabase

/// The SQL of earlier versions of messages. Members may read them; a deletion deletes them too.
enum VersionRepository {
    /// Stores a message's text before an edit; the last ``Limits/messageVersions`` are kept.
    static func keep(_ message: Message, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO message_versions (conversation_id, seq, changed, text, mentions, at) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (conversation_id, seq, changed) DO NOTHING
            """, .id(message.conversation), .integer(message.seq), .integer(message.changed), .text(message.text),
            .optional(message.mentions.stored), .time(message.editedAt ?? message.writtenAt))
        try transaction.run(
            """
            DELETE FROM message_versions WHERE conversation_id = $1 AND seq = $2 AND changed NOT IN (
                SELECT changed FROM message_versions WHERE conversation_id = $1 AND seq = $2
                ORDER BY changed DESC LIMIT $3)
            """, .id(message.conversation), .integer(message.seq), .integer(Limits.messageVersions))
    }

    static func removeAll(of message: Message, _ transaction: Transaction) throws {
        try transaction.run(
            "DELETE FROM message_versions WHERE conversation_id = $1 AND seq = $2", .id(message.conversation),
            .integer(message.seq))
    }

    /// Oldest first, without the current version.
    static func versions(of message: Message, _ reader: Reader) throws -> [MessageVersion] {
        try reader.all(
            """
            SELECT text, mentions, at FROM message_versions WHERE conversation_id = $1 AND seq = $2 ORDER BY changed
            """, .id(message.conversation), .integer(message.seq)
        ) { row in
            MessageVersion(text: try row.next(), mentions: try row.mentions(), at: try row.next())
        }
    }
}
