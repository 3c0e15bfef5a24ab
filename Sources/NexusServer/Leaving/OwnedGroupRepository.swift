import NexusCore
import NexusDatabase

/// The SQL of the groups that a person owns.
enum OwnedGroupRepository {
    /// Groups in one transaction, at most.
    static let limit = 200

    /// Those of which another person is a member.
    static func shared(by owner: UserID, with other: UserID, in reader: Reader) throws -> [ConversationID] {
        try reader.all(
            """
            SELECT m.conversation_id FROM members AS m
            JOIN members AS o ON o.conversation_id = m.conversation_id AND o.user_id = $2 AND o.has_left = 0
            WHERE m.user_id = $1 AND m.has_left = 0 AND m.role = $3 AND $1 <> $2 ORDER BY m.conversation_id LIMIT $4
            """, .id(owner), .id(other), .integer(Member.Role.owner.rawValue), .integer(limit)
        ) { try $0.next() }
    }

    static func count(of owner: UserID, in reader: Reader) throws -> Int {
        try reader.first(
            "SELECT COUNT(*) FROM members WHERE user_id = $1 AND has_left = 0 AND role = $2", .id(owner),
            .integer(Member.Role.owner.rawValue)
        ) { try $0.next() } ?? 0
    }
}
