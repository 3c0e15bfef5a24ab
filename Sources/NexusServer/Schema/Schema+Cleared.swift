import NexusDatabase

extension Schema {
    /// The position up to which users have cleared conversations.
    static let cleared = Migration(
        "cleared", "ALTER TABLE settings ADD COLUMN cleared_through {integer} NOT NULL DEFAULT 0;")
}
