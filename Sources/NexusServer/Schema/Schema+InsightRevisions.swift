import NexusDatabase

extension Schema {
    /// `revision` counts each change of a conversation's rows in `insights`: derived data is valid while it is
    /// unchanged.
    static let insightRevisions = Migration(
        "insight-revisions",
        "ALTER TABLE insight_conversations ADD COLUMN revision {integer} NOT NULL DEFAULT 0;")
}
