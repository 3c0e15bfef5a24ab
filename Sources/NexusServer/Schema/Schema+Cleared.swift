import NexusDatabase

extension Schema {
    /// Up to where people have deleted conversations for themselves.
    static let cleared = Migration(
        "cleared", "ALTER TABLE settings ADD COLUMN cleared_through {integer} NOT NULL DEFAULT 0;")
}
