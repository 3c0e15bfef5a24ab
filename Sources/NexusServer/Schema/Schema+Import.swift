import NexusDatabase

extension Schema {
    /// The people (0) and conversations (1) of imports with their identifiers here. Messages need no row: their
    /// identifiers are derived.
    static let imports = Migration(
        "imports",
        """
        CREATE TABLE imports (
            kind {integer} NOT NULL, source {text} NOT NULL, id {blob} NOT NULL, PRIMARY KEY (kind, source)
        ) {without_rowid};
        """)
}
