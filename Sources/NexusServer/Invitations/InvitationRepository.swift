import NexusCore
import NexusDatabase

/// The SQL of invitations. Their secrets come as hashes.
enum InvitationRepository {
    static func insert(
        _ id: InvitationID, tokenHash: [UInt8], _ request: InvitationRequest, email: String? = nil,
        by creator: UserID, at now: Timestamp, until expiry: Timestamp, _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO invitations
                (id, token_hash, creator_id, person_id, uses, uses_left, created_at, expires_at, email)
            VALUES ($1, $2, $3, $4, 0, $5, $6, $7, $8)
            """, .id(id), .blob(tokenHash), .id(creator), .optional(request.person), .integer(request.uses), .time(now),
            .time(expiry), email.map { .text($0) } ?? .null)
        for conversation in Set(request.conversations) {
            try transaction.run(
                "INSERT INTO invitation_conversations (invitation_id, conversation_id) VALUES ($1, $2)", .id(id),
                .id(conversation))
        }
    }

    static func invitation(tokenHash: [UInt8], in reader: Reader) throws -> Invitation? {
        try reader.first(SQL("\(columns) WHERE i.token_hash = $1"), .blob(tokenHash), body: invitation)
            .map { try withConversations($0, reader) }
    }

    static func invitation(_ id: InvitationID, in reader: Reader) throws -> Invitation? {
        try reader.first(SQL("\(columns) WHERE i.id = $1"), .id(id), body: invitation)
            .map { try withConversations($0, reader) }
    }

    /// Those that still work, the newest first.
    static func pending(
        by creator: UserID?, at now: Timestamp, limit: Int, in reader: Reader
    ) throws -> [Invitation] {
        var values: [SQLValue] = [.time(now), .integer(limit)]
        if let creator { values.append(.id(creator)) }
        return try reader.all(
            SQL(
                """
                \(columns) WHERE i.expires_at > $1 AND i.uses_left > 0 \(creator == nil ? "" : "AND i.creator_id = $3")
                ORDER BY i.created_at DESC, i.id DESC LIMIT $2
                """), values, body: invitation
        ).map { try withConversations($0, reader) }
    }

    /// How many of a person's invitations still work: mailed ones, or links that people hand over.
    static func pendingCount(by creator: UserID, areMailed: Bool, at now: Timestamp, in reader: Reader) throws -> Int {
        try reader.first(
            """
            SELECT COUNT(*) FROM invitations
            WHERE creator_id = $1 AND expires_at > $2 AND uses_left > 0 AND CASE WHEN email IS NULL THEN 0 ELSE 1 END = $3
            """, .id(creator), .time(now), .flag(areMailed)
        ) { try $0.next() } ?? 0
    }

    /// The invitation of a person that was mailed to an address and still works.
    static func pending(
        mailedTo email: String, by creator: UserID, at now: Timestamp, in reader: Reader
    ) throws -> InvitationID? {
        try reader.first(
            "SELECT id FROM invitations WHERE creator_id = $1 AND expires_at > $2 AND uses_left > 0 AND email = $3",
            .id(creator), .time(now), .text(email)
        ) { try $0.next() }
    }

    /// Replaces the link; the earlier one no longer works.
    static func replace(
        tokenHash: [UInt8], of id: InvitationID, until expiry: Timestamp, _ transaction: Transaction
    ) throws {
        try transaction.run(
            "UPDATE invitations SET token_hash = $2, expires_at = $3 WHERE id = $1", .id(id), .blob(tokenHash),
            .time(expiry))
    }

    /// Counts one use; returns false where none is left.
    static func use(_ id: InvitationID, _ transaction: Transaction) throws -> Bool {
        try transaction.count(
            "UPDATE invitations SET uses = uses + 1, uses_left = uses_left - 1 WHERE id = $1 AND uses_left > 0",
            .id(id)) == 1
    }

    static func delete(_ id: InvitationID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM invitation_conversations WHERE invitation_id = $1", .id(id))
        try transaction.run("DELETE FROM invitations WHERE id = $1", .id(id))
    }

    /// Forgets the links that expired before a time.
    static func deleteExpired(before time: Timestamp, _ transaction: Transaction) throws {
        try transaction.run(
            """
            DELETE FROM invitation_conversations
            WHERE invitation_id IN (SELECT id FROM invitations WHERE expires_at < $1)
            """, .time(time))
        try transaction.run("DELETE FROM invitations WHERE expires_at < $1", .time(time))
    }

    private static let columns = """
        SELECT i.id, c.id, c.name, c.email, p.id, p.name, p.email, i.email, i.uses, i.uses_left,
            i.created_at, i.expires_at
        FROM invitations AS i JOIN users AS c ON c.id = i.creator_id LEFT JOIN users AS p ON p.id = i.person_id
        """

    private static func invitation(_ row: inout Row) throws -> Invitation {
        Invitation(
            id: try row.next(), creator: User(id: try row.next(), name: try row.next(), email: try row.next()),
            person: try person(&row), email: try row.next(), uses: try row.next(), usesLeft: try row.next(),
            createdAt: try row.next(), expiresAt: try row.next())
    }

    /// Reads `id, name, email`, which are null for an invitation that names no person.
    private static func person(_ row: inout Row) throws -> User? {
        let (id, name, email): (UserID?, String, String) = (try row.next(), try row.next(), try row.next())
        return id.map { User(id: $0, name: name, email: email) }
    }

    private static func withConversations(_ invitation: Invitation, _ reader: Reader) throws -> Invitation {
        var invitation = invitation
        invitation.conversations = try reader.all(
            """
            SELECT l.conversation_id, c.title FROM invitation_conversations AS l
            JOIN conversations AS c ON c.id = l.conversation_id WHERE l.invitation_id = $1 ORDER BY l.conversation_id
            """, .id(invitation.id)
        ) { InvitedConversation(id: try $0.next(), title: try $0.next()) }
        return invitation
    }
}
