import NexusDatabase

extension Schema {
    /// Passkeys with their public keys (COSE_Key), and which sessions were proved by one, and so by two factors.
    static let passkeys = Migration(
        "passkeys",
        """
        CREATE TABLE passkeys (
            id {blob} PRIMARY KEY NOT NULL, user_id {blob} NOT NULL REFERENCES users (id), name {text} NOT NULL,
            credential_id {blob} NOT NULL UNIQUE, public_key {blob} NOT NULL, counter {integer} NOT NULL,
            is_backup_eligible {integer} NOT NULL, is_backed_up {integer} NOT NULL, created_at {integer} NOT NULL,
            last_used_at {integer}
        ) {without_rowid};
        CREATE INDEX passkeys_by_user ON passkeys (user_id);
        ALTER TABLE sessions ADD COLUMN has_second_factor {integer} NOT NULL DEFAULT 0;
        """)
}
