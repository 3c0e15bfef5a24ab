import NexusDatabase

extension Schema {
    /// Links by which the owners of addresses join, at most one an address. Their secrets are stored as hashes.
    static let joinLinks = Migration(
        "join-links",
        """
        CREATE TABLE join_links (
            email {text} PRIMARY KEY NOT NULL, token_hash {blob} NOT NULL UNIQUE, expires_at {integer} NOT NULL
        ) {without_rowid};
        CREATE INDEX join_links_by_expiry ON join_links (expires_at);
        """)
}
