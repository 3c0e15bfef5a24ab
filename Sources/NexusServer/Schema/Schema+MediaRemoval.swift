import NexusDatabase

extension Schema {
    /// Marks a content whose file is being removed: what another node uploads must not count on that file.
    static let mediaRemoval = Migration.expansion(
        "media-removal", "ALTER TABLE blobs ADD COLUMN is_leaving {integer} NOT NULL DEFAULT 0;")
}
