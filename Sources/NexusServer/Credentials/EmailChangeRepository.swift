import NexusCore
import NexusDatabase

/// The SQL of addresses that wait to be confirmed. The secrets of their links come as hashes.
enum EmailChangeRepository {
    struct Pending {
        var user: UserID
        var email: String
        var expiresAt: Timestamp
    }

    /// Stores a person's new address; an earlier one is no longer confirmed.
    static func put(_ pending: Pending, tokenHash: [UInt8], _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO email_changes (user_id, email, token_hash, expires_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, token_hash = excluded.token_hash,
                expires_at = excluded.expires_at
            """, .id(pending.user), .text(pending.email), .blob(tokenHash), .time(pending.expiresAt))
    }

    static func pending(tokenHash: [UInt8], in reader: Reader) throws -> Pending? {
        try reader.first(
            "SELECT user_id, email, expires_at FROM email_changes WHERE token_hash = $1", .blob(tokenHash)
        ) { row in
            Pending(user: try row.next(), email: try row.next(), expiresAt: try row.next())
        }
    }

    static func delete(of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM email_changes WHERE user_id = $1", .id(user))
    }

    /// Cancels a pending change: its link no longer works, and is no longer mailed.
    static func cancel(of user: UserID, _ transaction: Transaction) throws {
        try delete(of: user, transaction)
        try MailRepository.withdraw(.address, about: .id(user), transaction)
    }

    /// Gives an account another address; returns false if another account has it.
    static func apply(_ email: String, to user: UserID, _ transaction: Transaction) throws -> Bool {
        try transaction.count(
            "UPDATE users SET email = $2 WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM users WHERE email = $2)",
            .id(user), .text(email)) == 1
    }
}
