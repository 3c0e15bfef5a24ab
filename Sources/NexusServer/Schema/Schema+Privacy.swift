import NexusDatabase

extension Schema {
    /// The users who hide receipts, few and indexed.
    static let privacy = Migration(
        "privacy",
        """
        ALTER TABLE users ADD COLUMN shows_receipts {integer} NOT NULL DEFAULT 1;
        CREATE INDEX users_hiding_receipts ON users (id) WHERE shows_receipts = 0;
        """)
}
