import NexusDatabase

// What a message may carry besides its text. Each is a column that is `NULL` for most messages, so that the row alone is the
// message in its present state.
extension Schema {
    /// The message that one answers.
    static let replies = Migration("replies", "ALTER TABLE messages ADD COLUMN reply_to {blob};")

    /// Who reacted with what, as `[Reaction]` writes it.
    static let reactions = Migration("reactions", "ALTER TABLE messages ADD COLUMN reactions {blob};")

    /// Whom one mentions, as `[Mention]` writes it; and for each person where they are mentioned by others, in messages that are not
    /// deleted: their unread ones are counted by it.
    static let mentions = Migration(
        "mentions",
        """
        ALTER TABLE messages ADD COLUMN mentions {blob};
        CREATE TABLE mentions (
            user_id {blob} NOT NULL, conversation_id {blob} NOT NULL, seq {integer} NOT NULL,
            PRIMARY KEY (user_id, conversation_id, seq)
        ) {without_rowid};
        """)

    /// Who pinned a message, and when. They are few: a partial index finds them.
    static let pins = Migration(
        "pins",
        """
        ALTER TABLE messages ADD COLUMN pinned_by {blob};
        ALTER TABLE messages ADD COLUMN pinned_at {integer};
        CREATE INDEX messages_pinned ON messages (conversation_id, pinned_at) WHERE pinned_at IS NOT NULL;
        """)

    /// What messages said before they were edited: `changed` is the change that had said it.
    static let versions = Migration(
        "versions",
        """
        CREATE TABLE message_versions (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, changed {integer} NOT NULL, text {text} NOT NULL,
            mentions {blob}, at {integer} NOT NULL, PRIMARY KEY (conversation_id, seq, changed)
        ) {without_rowid};
        """)
}
