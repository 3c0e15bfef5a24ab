import NexusCore
import NexusDatabase

/// The SQL of links by which the owners of addresses join. Their secrets come as hashes.
enum JoinLinkRepository {
    /// Stores an address's link in place of an earlier one, and forgets those that have expired.
    static func put(
        _ email: String, tokenHash: [UInt8], until expiry: Timestamp, at now: Timestamp, _ transaction: Transaction
    ) throws {
        try transaction.run("DELETE FROM join_links WHERE expires_at <= $1", .time(now))
        try transaction.run(
            """
            INSERT INTO join_links (email, token_hash, expires_at) VALUES ($1, $2, $3)
            ON CONFLICT (email) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at
            """, .text(email), .blob(tokenHash), .time(expiry))
    }

    static func link(tokenHash: [UInt8], in reader: Reader) throws -> (email: String, expiresAt: Timestamp)? {
        try reader.first("SELECT email, expires_at FROM join_links WHERE token_hash = $1", .blob(tokenHash)) {
            (try $0.next(), try $0.next())
        }
    }

    static func delete(_ email: String, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM join_links WHERE email = $1", .text(email))
    }
}
