import NexusCore
import NexusDatabase

/// The SQL of presence audiences. Sharing a conversation is a condition of each query.
enum PresenceRepository {
    /// A user with their stored state.
    struct Person: Sendable {
        var user: UserID
        var stored: PresenceLeases.Stored
    }

    /// The maximum of users in one answer.
    static let limit = 5_000

    static func stored(of user: UserID, in reader: Reader) throws -> PresenceLeases.Stored? {
        try reader.first("SELECT shows_presence, last_seen FROM users WHERE id = $1", .id(user)) { row in
            PresenceLeases.Stored(showsPresence: try row.next(), lastSeen: try row.next())
        }
    }

    /// The users who share a conversation with a user, without blocks in either direction.
    static func acquaintances(of user: UserID, in reader: Reader) throws -> [Person] {
        try reader.all(
            """
            SELECT u.id, u.shows_presence, u.last_seen FROM users AS u WHERE u.id <> $1 AND u.id IN (
                SELECT other.user_id FROM members AS mine
                JOIN members AS other ON other.conversation_id = mine.conversation_id
                WHERE mine.user_id = $1 AND mine.has_left = 0 AND other.has_left = 0)
            AND NOT EXISTS (SELECT 1 FROM relations AS r WHERE r.is_blocked = 1
                AND (r.user_id = $1 AND r.other_id = u.id OR r.user_id = u.id AND r.other_id = $1))
            LIMIT $2
            """, .id(user), .integer(limit), body: person)
    }

    /// The members of a conversation.
    static func members(of conversation: ConversationID, in reader: Reader) throws -> [Person] {
        try reader.all(
            """
            SELECT u.id, u.shows_presence, u.last_seen FROM members AS m JOIN users AS u ON u.id = m.user_id
            WHERE m.conversation_id = $1 AND m.has_left = 0 LIMIT $2
            """, .id(conversation), .integer(limit), body: person)
    }

    /// The members of a conversation, without their stored state.
    static func audience(of conversation: ConversationID, in reader: Reader) throws -> [UserID] {
        try reader.all(
            "SELECT user_id FROM members WHERE conversation_id = $1 AND has_left = 0 LIMIT $2", .id(conversation),
            .integer(limit)
        ) { try $0.next() }
    }

    /// Stores a user's last-seen time; an earlier time than the stored one is a no-op.
    static func setLastSeen(_ time: Timestamp, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE users SET last_seen = $2 WHERE id = $1 AND (last_seen IS NULL OR last_seen < $2)", .id(user),
            .time(time))
    }

    /// Reads the columns `id, shows_presence, last_seen`.
    private static func person(_ row: inout Row) throws -> Person {
        Person(
            user: try row.next(),
            stored: PresenceLeases.Stored(showsPresence: try row.next(), lastSeen: try row.next()))
    }
}
