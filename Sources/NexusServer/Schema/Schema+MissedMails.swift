import NexusDatabase

extension Schema {
    /// Conversations that users are e-mailed about once messages have stayed unread until `due_at`.
    static let missedMails = Migration(
        "missedMails",
        """
        CREATE TABLE missed_mails (
            user_id {blob} NOT NULL, conversation_id {blob} NOT NULL, due_at {integer} NOT NULL,
            PRIMARY KEY (user_id, conversation_id)
        ) {without_rowid};
        CREATE INDEX missed_mails_due ON missed_mails (due_at);
        """)
}
