import NexusDatabase

extension Schema {
    /// The number of times that a node has begun to lead, and what people have begun on one node and may finish on another.
    static let nodes = Migration(
        "nodes",
        """
        CREATE TABLE leader (
            one {integer} PRIMARY KEY NOT NULL CHECK (one = 1), number {integer} NOT NULL
        ) {without_rowid};
        CREATE TABLE ceremonies (
            number {identity}, key {blob} NOT NULL UNIQUE, kind {integer} NOT NULL, owner {text} NOT NULL, content {text} NOT NULL,
            expires_at {integer} NOT NULL
        ) {strict};
        CREATE INDEX ceremonies_by_kind ON ceremonies (kind, number);
        CREATE INDEX ceremonies_by_owner ON ceremonies (kind, owner) WHERE owner <> '';
        CREATE INDEX ceremonies_by_expiry ON ceremonies (expires_at);
        """)
}
