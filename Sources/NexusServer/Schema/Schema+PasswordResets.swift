import NexusDatabase

extension Schema {
    /// Links by which people set a new password, at most one a person. Their secrets are stored as hashes.
    static let passwordResets = Migration(
        "password-resets",
        """
        CREATE TABLE password_resets (
            user_id {blob} PRIMARY KEY NOT NULL, token_hash {blob} NOT NULL UNIQUE, creator_id {blob} NOT NULL,
            expires_at {integer} NOT NULL
        ) {without_rowid};
        """)
}
