import NexusCore
import NexusDatabase

/// The SQL of the providers' accounts that people sign in with, and of the sessions opened with them.
enum IdentityRepository {
    struct Identity {
        var issuer: String
        var email: String
        var connectedAt: Timestamp
    }

    static func user(issuer: String, subject: String, in reader: Reader) throws -> UserID? {
        try reader.first(
            "SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2", .text(issuer), .text(subject)
        ) { try $0.next() }
    }

    static func identities(of user: UserID, in reader: Reader) throws -> [Identity] {
        try reader.all(
            "SELECT issuer, email, connected_at FROM identities WHERE user_id = $1 ORDER BY connected_at, issuer",
            .id(user)
        ) { Identity(issuer: try $0.next(), email: try $0.next(), connectedAt: try $0.next()) }
    }

    /// Connects a provider's account; returns false where it is another user's, or the user has another of this issuer.
    static func insert(
        _ person: ProviderPerson, of user: UserID, at time: Timestamp, _ transaction: Transaction
    ) throws -> Bool {
        try transaction.count(
            """
            INSERT INTO identities (issuer, subject, user_id, email, connected_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO NOTHING
            """, .text(person.issuer), .text(person.subject), .id(user), .text(person.email ?? ""), .time(time)) == 1
    }

    static func delete(issuer: String, of user: UserID, _ transaction: Transaction) throws -> Bool {
        try transaction.count(
            "DELETE FROM identities WHERE user_id = $1 AND issuer = $2", .id(user), .text(issuer)) == 1
    }

    /// Notes with which account of which provider a session was opened.
    static func note(
        _ session: SessionID, openedBy person: ProviderPerson, _ transaction: Transaction
    ) throws {
        try transaction.run(
            "UPDATE sessions SET issuer = $2, provider_session = $3 WHERE id = $1", .id(session),
            .text(person.issuer), .optional(person.providerSession))
    }

    /// The sessions that a provider's logout ends: those opened in its session, or else all opened with the subject's account.
    static func sessions(
        issuer: String, subject: String?, providerSession: String?, in reader: Reader
    ) throws -> [(session: SessionID, user: UserID)] {
        try reader.all(
            """
            SELECT s.id, s.user_id FROM sessions AS s WHERE s.issuer = $1
                AND (s.provider_session = $2 OR $2 IS NULL)
                AND (s.user_id IN (SELECT user_id FROM identities WHERE issuer = $1 AND subject = $3) OR $3 IS NULL)
                AND ($2 IS NOT NULL OR $3 IS NOT NULL)
            """, .text(issuer), .optional(providerSession), .optional(subject)
        ) { (try $0.next(), try $0.next()) }
    }

    static func appoint(_ user: UserID, _ transaction: Transaction) throws {
        try transaction.run("UPDATE users SET is_administrator = 1 WHERE id = $1", .id(user))
    }
}
