import NexusDatabase

extension Schema {
    /// The moves of members' read positions: messages in between were read then.
    static let readings = Migration(
        "readings",
        """
        CREATE TABLE readings (
            conversation_id {blob} NOT NULL, read_seq {integer} NOT NULL, user_id {blob} NOT NULL,
            from_seq {integer} NOT NULL, at {integer} NOT NULL, PRIMARY KEY (conversation_id, read_seq, user_id)
        ) {without_rowid};
        """)
}
