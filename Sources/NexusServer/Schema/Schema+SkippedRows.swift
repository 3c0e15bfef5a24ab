import NexusDatabase

extension Schema {
    /// Messages that a projection could not process and passed over, with the reason for the operator.
    static let skippedRows = Migration(
        "skipped-rows",
        """
        CREATE TABLE skipped_rows (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, projection {text} NOT NULL, reason {text} NOT NULL,
            skipped_at {integer} NOT NULL, PRIMARY KEY (conversation_id, seq, projection)
        ) {without_rowid};
        """)
}
