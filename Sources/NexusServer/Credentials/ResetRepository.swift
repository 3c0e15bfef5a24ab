import NexusCore
import NexusDatabase

/// The SQL of reset links. Their secrets come as hashes.
enum ResetRepository {
    struct Reset {
        var user: UserID
        var creator: UserID
        /// Whether the person asked for it by e-mail.
        var isMailed = false
        var expiresAt: Timestamp
        /// Whether the link turns the second factor off too.
        var removesFactor: Bool
    }

    /// Stores a person's link; an earlier one of the same way no longer works.
    static func put(_ reset: Reset, tokenHash: [UInt8], _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO reset_links (user_id, is_mailed, token_hash, creator_id, expires_at, removes_factor)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (user_id, is_mailed) DO UPDATE SET token_hash = excluded.token_hash, creator_id = excluded.creator_id,
                expires_at = excluded.expires_at, removes_factor = excluded.removes_factor
            """, .id(reset.user), .flag(reset.isMailed), .blob(tokenHash), .id(reset.creator), .time(reset.expiresAt),
            .flag(reset.removesFactor))
    }

    static func reset(tokenHash: [UInt8], in reader: Reader) throws -> Reset? {
        try reader.first(
            "SELECT user_id, creator_id, is_mailed, expires_at, removes_factor FROM reset_links WHERE token_hash = $1",
            .blob(tokenHash)
        ) { row in
            Reset(
                user: try row.next(), creator: try row.next(), isMailed: try row.next(), expiresAt: try row.next(),
                removesFactor: try row.next())
        }
    }

    static func delete(of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM reset_links WHERE user_id = $1", .id(user))
    }
}
