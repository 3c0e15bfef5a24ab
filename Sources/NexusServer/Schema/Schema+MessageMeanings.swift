import NexusDatabase

extension Schema {
    /// What the reader of insights needs of each embedded message (`MessageMeaning`), apart from the vectors, which searches
    /// scan. `reader` is the version of what was computed: messages of another one are embedded again.
    static let messageMeanings = Migration(
        "message-meanings",
        """
        CREATE TABLE message_meanings (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, meaning {blob} NOT NULL,
            PRIMARY KEY (conversation_id, seq)
        ) {without_rowid};
        ALTER TABLE meaning_conversations ADD COLUMN reader {integer} NOT NULL DEFAULT 0;
        """)
}
