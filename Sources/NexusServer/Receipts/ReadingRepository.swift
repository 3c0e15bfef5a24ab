import NexusCore
import NexusDatabase

/// The SQL of when messages were read.
enum ReadingRepository {
    /// Positions between two cleanups.
    private static let removalStep: Seq = 256

    /// A user's read position has moved. Read times before the last ``Limits/readingChanges`` are deleted from time to
    /// time.
    static func insert(
        _ user: UserID, in conversation: ConversationID, from: Seq, through read: Seq, head: Seq, at now: Timestamp,
        _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO readings (conversation_id, read_seq, user_id, from_seq, at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (conversation_id, read_seq, user_id) DO NOTHING
            """, .id(conversation), .integer(read), .id(user), .integer(from), .time(now))
        guard from / removalStep != read / removalStep, head > Limits.readingChanges else { return }
        try transaction.run(
            "DELETE FROM readings WHERE conversation_id = $1 AND read_seq < $2", .id(conversation),
            .integer(head - Limits.readingChanges))
    }

    /// The read times of a message for each present member, by time.
    static func readings(of seq: Seq, in conversation: ConversationID, _ reader: Reader) throws -> [Reading] {
        try reader.all(
            """
            SELECT r.user_id, r.at FROM readings AS r JOIN members AS m
                ON m.conversation_id = r.conversation_id AND m.user_id = r.user_id AND m.has_left = 0
            WHERE r.conversation_id = $1 AND r.read_seq >= $2 AND r.from_seq < $2 AND m.joined <= $2
            ORDER BY r.at, r.user_id
            """, .id(conversation), .integer(seq)
        ) { row in
            Reading(user: try row.next(), at: try row.next())
        }
    }
}
