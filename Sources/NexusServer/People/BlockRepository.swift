import NexusCore
import NexusDatabase

/// The SQL of blocks between users.
enum BlockRepository {
    static func blocked(by user: UserID, in reader: Reader) throws -> Set<UserID> {
        Set(
            try reader.all("SELECT other_id FROM relations WHERE user_id = $1 AND is_blocked = 1", .id(user)) {
                try $0.next() as UserID
            })
    }

    /// The users who have blocked a user.
    static func blocking(_ user: UserID, in reader: Reader) throws -> Set<UserID> {
        Set(
            try reader.all("SELECT user_id FROM relations WHERE other_id = $1 AND is_blocked = 1", .id(user)) {
                try $0.next() as UserID
            })
    }

    /// The present shared conversations of two users.
    static func shared(by one: UserID, and other: UserID, in reader: Reader) throws -> [ConversationID] {
        try reader.all(
            """
            SELECT mine.conversation_id FROM members AS mine
            JOIN members AS theirs ON theirs.conversation_id = mine.conversation_id
            WHERE mine.user_id = $1 AND mine.has_left = 0 AND theirs.user_id = $2 AND theirs.has_left = 0
            ORDER BY mine.conversation_id
            """, .id(one), .id(other)
        ) { try $0.next() }
    }

    /// The blocks between members of a conversation.
    static func pairs(in conversation: ConversationID, _ reader: Reader) throws -> BlockPairs {
        var pairs = BlockPairs()
        try reader.rows(
            """
            SELECT r.user_id, r.other_id FROM members AS m JOIN relations AS r ON r.other_id = m.user_id AND r.is_blocked = 1
            JOIN members AS blocker ON blocker.conversation_id = m.conversation_id AND blocker.user_id = r.user_id
            WHERE m.conversation_id = $1 AND m.has_left = 0 AND blocker.has_left = 0
            """, .id(conversation)
        ) { row in
            pairs.insert(try row.next(), try row.next())
        }
        return pairs
    }
}

/// Users with a block in either direction: neither sees the other's presence and typing.
struct BlockPairs: Equatable, Sendable {
    private var others: [UserID: Set<UserID>] = [:]

    mutating func insert(_ one: UserID, _ other: UserID) {
        others[one, default: []].insert(other)
        others[other, default: []].insert(one)
    }

    func contains(_ one: UserID, _ other: UserID) -> Bool { others[one]?.contains(other) ?? false }
}
