import NexusCore
import NexusDatabase

/// The SQL of conversations and their members.
enum ConversationRepository {
    static func load(_ id: ConversationID, in transaction: Reader) throws -> ConversationHead? {
        var places: [UserID: ConversationHead.Place] = [:]
        try transaction.rows(
            """
            SELECT user_id, role, has_left, joined, read_seq, delivered_seq, changed, removed_by FROM members
            WHERE conversation_id = $1
            """, .id(id)
        ) { row in
            places[try row.next()] = ConversationHead.Place(
                role: Member.Role(rawValue: try row.next()) ?? .member, hasLeft: try row.next(), joined: try row.next(),
                read: try row.next(),
                delivered: try row.next(), changed: try row.next(), removedBy: try row.next())
        }
        return try transaction.first(
            """
            SELECT kind, title, creator_id, created_at, allows_ai, about, picture_id, changed, head, changed_at
            FROM conversations WHERE id = $1
            """, .id(id)
        ) { row in
            ConversationHead(
                id: id, kind: try row.next() == 0 ? .direct : .group, title: try row.next(),
                creator: try row.next(), createdAt: try row.next(), allowsAI: try row.next(), about: try row.next(),
                picture: try row.next(), infoChanged: try row.next(), head: try row.next(),
                changedAt: try row.next(), places: places)
        }
    }

    static func insert(_ conversation: ConversationHead, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO conversations (id, kind, title, creator_id, created_at, changed, head, changed_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """, .id(conversation.id), .integer(conversation.kind == .direct ? 0 : 1), .optional(conversation.title),
            .id(conversation.creator), .time(conversation.createdAt), .integer(conversation.infoChanged),
            .integer(conversation.head), .time(conversation.changedAt))
    }

    static func put(
        _ place: ConversationHead.Place, of user: UserID, in conversation: ConversationID, leftAt: Timestamp?,
        _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO members (conversation_id, user_id, role, has_left, joined, read_seq, delivered_seq, changed, left_at,
                removed_by)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT (conversation_id, user_id) DO UPDATE SET role = excluded.role, has_left = excluded.has_left,
                joined = excluded.joined, read_seq = excluded.read_seq, delivered_seq = excluded.delivered_seq,
                changed = excluded.changed, left_at = excluded.left_at, removed_by = excluded.removed_by
            """, .id(conversation), .id(user), .integer(place.role.rawValue), .flag(place.hasLeft),
            .integer(place.joined), .integer(place.read), .integer(place.delivered), .integer(place.changed),
            .optional(leftAt?.milliseconds), .optional(place.removedBy))
    }

    /// Notes that the last changes of a user's memberships hide or show receipts.
    static func noteReceipts(of user: UserID, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE members SET receipts_changed = changed WHERE user_id = $1 AND has_left = 0", .id(user))
    }

    static func putInfo(_ info: Conversation, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE conversations SET title = $2, about = $3, picture_id = $4, changed = $5 WHERE id = $1",
            .id(info.id), .optional(info.title), .text(info.about), .optional(info.picture), .integer(info.changed))
    }

    static func putAI(_ isOn: Bool, changed: Seq, of id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE conversations SET allows_ai = $2, changed = $3 WHERE id = $1", .id(id), .flag(isOn),
            .integer(changed))
    }

    static func putHead(_ head: Seq, changedAt: Timestamp, of id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE conversations SET head = $2, changed_at = $3 WHERE id = $1", .id(id), .integer(head),
            .time(changedAt))
    }

    static func latestChange(in transaction: Reader) throws -> Timestamp {
        try transaction.first("SELECT COALESCE(MAX(changed_at), 0) FROM conversations") { try $0.next() } ?? .zero
    }

    static func face(of user: UserID, in transaction: Reader) throws -> PersonFace? {
        try transaction.first("SELECT name, picture_id FROM users WHERE id = $1", .id(user)) { row in
            PersonFace(name: try row.next(), picture: try row.next())
        }
    }

    /// The present conversations of a user.
    static func conversations(of user: UserID, in transaction: Reader) throws -> [ConversationID] {
        try transaction.all(
            "SELECT conversation_id FROM members WHERE user_id = $1 AND has_left = 0 ORDER BY conversation_id",
            .id(user)
        ) { try $0.next() }
    }
}
