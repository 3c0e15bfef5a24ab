import NexusDatabase

extension Schema {
    /// `revision` counts each change of a conversation's rows in `insights`, whoever made it: what was made of them is known to be as it was
    /// while it stands still.
    static let insightRevisions = Migration(
        "insight-revisions",
        "ALTER TABLE insight_conversations ADD COLUMN revision {integer} NOT NULL DEFAULT 0;")
}
