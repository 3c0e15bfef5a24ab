import NexusCore
import NexusDatabase

/// The SQL of reset links. Their secrets come as hashes.
enum ResetRepository {
    struct Reset {
        var user: UserID
        var creator: UserID
        var expiresAt: Timestamp
        /// Whether the link turns the second factor off too.
        var removesFactor: Bool
    }

    /// Stores a person's link; an earlier one no longer works.
    static func put(_ reset: Reset, tokenHash: [UInt8], _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO password_resets (user_id, token_hash, creator_id, expires_at, removes_factor)
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, creator_id = excluded.creator_id,
                expires_at = excluded.expires_at, removes_factor = excluded.removes_factor
            """, .id(reset.user), .blob(tokenHash), .id(reset.creator), .time(reset.expiresAt),
            .flag(reset.removesFactor))
    }

    static func reset(tokenHash: [UInt8], in reader: Reader) throws -> Reset? {
        try reader.first(
            "SELECT user_id, creator_id, expires_at, removes_factor FROM password_resets WHERE token_hash = $1",
            .blob(tokenHash)
        ) { row in
            Reset(
                user: try row.next(), creator: try row.next(), expiresAt: try row.next(),
                removesFactor: try row.next())
        }
    }

    static func delete(of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM password_resets WHERE user_id = $1", .id(user))
    }
}
