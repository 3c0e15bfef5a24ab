import NexusDatabase

extension Schema {
    /// Accounts of sign-in providers, by issuer and subject, and the sessions that were opened with them.
    static let identities = Migration(
        "identities",
        """
        CREATE TABLE identities (
            issuer {text} NOT NULL, subject {text} NOT NULL, user_id {blob} NOT NULL, email {text} NOT NULL,
            connected_at {integer} NOT NULL, PRIMARY KEY (issuer, subject)
        ) {without_rowid};
        CREATE UNIQUE INDEX identities_by_user ON identities (user_id, issuer);
        ALTER TABLE sessions ADD COLUMN issuer {text};
        ALTER TABLE sessions ADD COLUMN provider_session {text};
        CREATE INDEX sessions_by_issuer ON sessions (issuer, user_id) WHERE issuer IS NOT NULL;
        """)
}
