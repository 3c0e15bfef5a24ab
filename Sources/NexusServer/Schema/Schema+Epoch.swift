import NexusDatabase

extension Schema {
    /// The epoch of the database: one row, created when a server first opens it.
    static let epoch = Migration(
        "epoch",
        """
        CREATE TABLE epoch (
            one {integer} PRIMARY KEY NOT NULL CHECK (one = 1), id {blob} NOT NULL, began_at {integer} NOT NULL,
            reason {text} NOT NULL
        ) {strict}
        """)
}
