import NexusDatabase

// The optional parts of a message. Each is a column that is `NULL` for most messages, so that the row alone is the
// message in its present state.
extension Schema {
    /// The message that one answers.
    static let replies = Migration("replies", "ALTER TABLE messages ADD COLUMN reply_to {blob};")

    /// The reactions, as `[Reaction]`.
    static let reactions = Migration("reactions", "ALTER TABLE messages ADD COLUMN reactions {blob};")

    /// The mentions of a message, as `[Mention]`; and for each user the undeleted messages of others that mention them,
    /// for counting unread ones.
    static let mentions = Migration(
        "mentions",
        """
        ALTER TABLE messages ADD COLUMN mentions {blob};
        CREATE TABLE mentions (
            user_id {blob} NOT NULL, conversation_id {blob} NOT NULL, seq {integer} NOT NULL,
            PRIMARY KEY (user_id, conversation_id, seq)
        ) {without_rowid};
        """)

    /// The user and time of a pin. Few: a partial index finds them.
    static let pins = Migration(
        "pins",
        """
        ALTER TABLE messages ADD COLUMN pinned_by {blob};
        ALTER TABLE messages ADD COLUMN pinned_at {integer};
        CREATE INDEX messages_pinned ON messages (conversation_id, pinned_at) WHERE pinned_at IS NOT NULL;
        """)

    /// The earlier versions of messages: `changed` is the change that introduced each.
    static let versions = Migration(
        "versions",
        """
        CREATE TABLE message_versions (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, changed {integer} NOT NULL, text {text} NOT NULL,
            mentions {blob}, at {integer} NOT NULL, PRIMARY KEY (conversation_id, seq, changed)
        ) {without_rowid};
        """)
}
