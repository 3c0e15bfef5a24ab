import NexusDatabase

extension Schema {
    /// E-mails that wait for the mail server, and those that failed. `content` is the whole message; it goes with the success, the failure or the
    /// expiry, since it may hold a link that opens an account. `due_at` is the next attempt, of a failure its time.
    static let mails = Migration(
        "mails",
        """
        CREATE TABLE mails (
            id {blob} PRIMARY KEY NOT NULL, kind {text} NOT NULL, recipient {text} NOT NULL, content {blob},
            state {text} NOT NULL, attempts {integer} NOT NULL, created_at {integer} NOT NULL,
            due_at {integer} NOT NULL, expires_at {integer} NOT NULL, reason {text} NOT NULL
        ) {without_rowid};
        CREATE INDEX mails_by_state ON mails (state, due_at);
        """)
}
