import NexusDatabase

extension Schema {
    /// Revisions of insights, which devices follow (decision 0021). `revision` in `insight_conversations` becomes unique:
    /// each change takes the next of the whole server, so that one number says where insights changed since. `revision`
    /// in `insights` is that of the row's last change; rows of before have 0.
    static let insightRows = Migration(
        "insight-rows",
        """
        ALTER TABLE insights ADD COLUMN revision {integer} NOT NULL DEFAULT 0;
        UPDATE insight_conversations SET revision = n.number FROM (
            SELECT conversation_id AS id, ROW_NUMBER() OVER (ORDER BY conversation_id) AS number
            FROM insight_conversations) AS n WHERE n.id = insight_conversations.conversation_id;
        CREATE INDEX insight_conversations_by_revision ON insight_conversations (revision);
        """)
}
