import NexusDatabase

extension Schema {
    /// What members' judgements of insights teach (`InsightThresholds`): for each kind and member the sum of refusals less
    /// acceptances, each by its confidence, as it was at `at`. It halves with time.
    static let insightThresholds = Migration(
        "insight-thresholds",
        """
        CREATE TABLE insight_judgements (
            kind {text} NOT NULL, user_id {blob} NOT NULL, balance {real} NOT NULL, at {integer} NOT NULL,
            PRIMARY KEY (kind, user_id)
        ) {without_rowid};
        CREATE INDEX insight_judgements_by_user ON insight_judgements (user_id);
        """)
}
