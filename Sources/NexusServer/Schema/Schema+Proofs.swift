import NexusDatabase

extension Schema {
    /// When each session last proved its user's identity; 0 for sessions of earlier versions.
    static let proofs = Migration(
        "proofs",
        """
        ALTER TABLE sessions ADD COLUMN proved_at {integer} NOT NULL DEFAULT 0;
        """)
}
