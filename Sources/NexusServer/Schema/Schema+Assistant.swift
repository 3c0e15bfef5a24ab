import NexusDatabase

extension Schema {
    /// Users' questions and answers. Of a source only its position in its message is stored, never its text: deleted,
    /// edited or inaccessible text disappears from the history too.
    static let assistant = Migration(
        "assistant",
        """
        CREATE TABLE assistant_topics (
            id {blob} PRIMARY KEY NOT NULL, user_id {blob} NOT NULL, conversation_id {blob}, title {text} NOT NULL,
            changed_at {integer} NOT NULL, count {integer} NOT NULL
        ) {without_rowid};
        CREATE INDEX assistant_topics_by_user ON assistant_topics (user_id, conversation_id, changed_at);
        CREATE TABLE assistant_exchanges (
            topic_id {blob} NOT NULL, number {integer} NOT NULL, question {text} NOT NULL, read_as {text},
            asked_at {integer} NOT NULL, answer {text} NOT NULL, PRIMARY KEY (topic_id, number)
        ) {without_rowid};
        """)
}
