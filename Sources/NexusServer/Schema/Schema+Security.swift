import NexusDatabase

extension Schema {
    /// Where sessions were opened, failed attempts to sign in until the next success tells of them, and what the audit log says of sign-ins.
    static let security = Migration(
        "security",
        """
        ALTER TABLE sessions ADD COLUMN address {text};
        ALTER TABLE sessions ADD COLUMN place {text};
        ALTER TABLE users ADD COLUMN security_number {integer} NOT NULL DEFAULT 0;
        ALTER TABLE audit ADD COLUMN session_id {blob};
        ALTER TABLE audit ADD COLUMN count {integer};
        ALTER TABLE audit ADD COLUMN since {integer};
        CREATE INDEX audit_by_subject ON audit (subject_id, number);
        CREATE TABLE failed_sign_ins (
            user_id {blob} NOT NULL, address {text} NOT NULL, count {integer} NOT NULL, since {integer} NOT NULL,
            PRIMARY KEY (user_id, address)
        ) {without_rowid};
        """)
}
