import NexusDatabase

extension Schema {
    /// Addresses that their owners have yet to confirm, at most one a person. The secrets of their links are stored as hashes.
    static let emailChanges = Migration(
        "email-changes",
        """
        CREATE TABLE email_changes (
            user_id {blob} PRIMARY KEY NOT NULL, email {text} NOT NULL, token_hash {blob} NOT NULL UNIQUE,
            expires_at {integer} NOT NULL
        ) {without_rowid};
        """)
}
