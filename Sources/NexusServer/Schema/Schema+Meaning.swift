import NexusDatabase

extension Schema {
    /// The vector of each embedded message. `meaning_conversations` has the progress in a conversation, and counts in
    /// `version` each change of its vectors, to detect stale caches. `meaning_due` are messages edited since.
    static let meaning = Migration(
        "meaning",
        """
        CREATE TABLE message_vectors (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, vector {blob} NOT NULL,
            PRIMARY KEY (conversation_id, seq)
        ) {without_rowid};
        CREATE TABLE meaning_conversations (
            conversation_id {blob} PRIMARY KEY NOT NULL, embedded_seq {integer} NOT NULL, version {integer} NOT NULL
        ) {without_rowid};
        CREATE TABLE meaning_due (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, PRIMARY KEY (conversation_id, seq)
        ) {without_rowid};
        """)
}
