import NexusDatabase

extension Schema {
    /// Who hides what they have read: few do, and an index finds them.
    static let privacy = Migration(
        "privacy",
        """
        ALTER TABLE users ADD COLUMN shows_receipts {integer} NOT NULL DEFAULT 1;
        CREATE INDEX users_hiding_receipts ON users (id) WHERE shows_receipts = 0;
        """)
}
