import NexusDatabase

extension Schema {
    /// A link that was mailed no longer replaces one that an administrator made, since anyone can ask for an e-mail: each person has at most
    /// one of either.
    static let mailedResets = Migration(
        "mailed-resets",
        """
        CREATE TABLE reset_links (
            user_id {blob} NOT NULL, is_mailed {integer} NOT NULL, token_hash {blob} NOT NULL UNIQUE,
            creator_id {blob} NOT NULL, expires_at {integer} NOT NULL, removes_factor {integer} NOT NULL,
            PRIMARY KEY (user_id, is_mailed)
        ) {without_rowid};
        INSERT INTO reset_links (user_id, is_mailed, token_hash, creator_id, expires_at, removes_factor)
            SELECT user_id, 0, token_hash, creator_id, expires_at, removes_factor FROM password_resets;
        DROP TABLE password_resets;
        """)
}
