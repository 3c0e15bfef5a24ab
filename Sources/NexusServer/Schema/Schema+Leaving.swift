import NexusDatabase

extension Schema {
    /// Accounts that are to be deleted, or are being deleted: `stage` and the position after it say where to go on. `deleted_at` is when a
    /// person's account was deleted; the row keeps their messages together. `exports` has each person's copy of their data, whose file
    /// is beside the database. `retention_days` deletes messages of that age, and `retention_progress` is how far that has come.
    static let leaving = Migration(
        "leaving",
        """
        CREATE TABLE account_deletions (
            user_id {blob} PRIMARY KEY NOT NULL, requested_by {blob} NOT NULL, requested_at {integer} NOT NULL,
            due_at {integer} NOT NULL, deletes_messages {integer} NOT NULL, stage {integer} NOT NULL DEFAULT 0,
            conversation_id {blob}, seq {integer} NOT NULL DEFAULT 0
        ) {without_rowid};
        CREATE INDEX account_deletions_by_due ON account_deletions (due_at);
        ALTER TABLE users ADD COLUMN deleted_at {integer};
        CREATE TABLE exports (
            user_id {blob} PRIMARY KEY NOT NULL, id {blob} NOT NULL, state {text} NOT NULL, done {integer} NOT NULL,
            total {integer} NOT NULL, bytes {integer} NOT NULL, begun_at {integer} NOT NULL,
            expires_at {integer} NOT NULL, message {text} NOT NULL
        ) {without_rowid};
        ALTER TABLE conversations ADD COLUMN retention_days {integer};
        CREATE TABLE retention_progress (
            conversation_id {blob} PRIMARY KEY NOT NULL, through_seq {integer} NOT NULL
        ) {without_rowid};
        """)
}
