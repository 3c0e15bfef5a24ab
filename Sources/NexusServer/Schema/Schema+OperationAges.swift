import NexusDatabase

extension Schema {
    /// Marks the operations that change a draft alone, and finds old ones: their records are removed. Those from before the mark
    /// count as others.
    static let operationAges = Migration.expansion(
        "operation-ages",
        """
        ALTER TABLE operations ADD COLUMN is_draft {integer} NOT NULL DEFAULT 0;
        CREATE INDEX operations_by_age ON operations (is_draft, at);
        """)
}
