import NexusDatabase

extension Schema {
    /// The member who made an insight; NULL for those that were found, and for those that were made before.
    static let insightMakers = Migration("insight-makers", "ALTER TABLE insights ADD COLUMN made_by {blob};")
}
