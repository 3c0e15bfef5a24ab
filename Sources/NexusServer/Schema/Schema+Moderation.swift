import NexusDatabase

extension Schema {
    /// The administrators (the first account is one), suspensions, reports, and acts of administrators. A report stores
    /// the message's text, since its author may delete it; each user's first report of a message counts.
    static let moderation = Migration(
        "moderation",
        """
        ALTER TABLE users ADD COLUMN is_administrator {integer} NOT NULL DEFAULT 0;
        ALTER TABLE users ADD COLUMN suspended_at {integer};
        UPDATE users SET is_administrator = 1 WHERE id = (SELECT id FROM users ORDER BY created_at, id LIMIT 1);
        CREATE TABLE reports (
            id {blob} PRIMARY KEY NOT NULL, state {text} NOT NULL, reporter_id {blob} NOT NULL, sender_id {blob} NOT NULL,
            conversation_id {blob} NOT NULL, message_id {blob} NOT NULL, text {text} NOT NULL, reason {text} NOT NULL,
            reported_at {integer} NOT NULL
        ) {without_rowid};
        CREATE UNIQUE INDEX reports_once ON reports (message_id, reporter_id);
        CREATE INDEX reports_by_state ON reports (state, reported_at);
        CREATE TABLE audit (
            number {identity}, at {integer} NOT NULL, actor_id {blob} NOT NULL, act {text} NOT NULL,
            subject_id {blob} NOT NULL, report_id {blob}, note {text} NOT NULL) {strict};
        """)
}
