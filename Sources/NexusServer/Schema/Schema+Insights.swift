import NexusDatabase

extension Schema {
    /// Action items, decisions, deadlines and priorities (decision 0013). `insights` has a row for each message and
    /// kind; `settled` marks the fields that members have edited (`InsightFields`), which survive a new extraction.
    /// `due_at` is the greatest integer without a date, and `newness` the time of the source, negated: one index gives
    /// the display order. `insight_conversations` has the progress in a conversation, the range changed since, and the
    /// version of the rules; `version` counts those changes. `insight_checkpoints` are the states from which extraction
    /// can restart. `user_zones` has the time zones of users over time.
    static let insights = Migration(
        "insights",
        """
        CREATE TABLE insights (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, kind {text} NOT NULL, message_id {blob} NOT NULL,
            text {text} NOT NULL, assignee_id {blob}, due {text}, zone {text}, is_server_zone {integer} NOT NULL,
            level {text} NOT NULL, state {text} NOT NULL, said_by {blob}, declined {blob}, settled {integer} NOT NULL,
            is_closed {integer} NOT NULL, due_at {integer} NOT NULL, newness {integer} NOT NULL, changed_by {blob},
            changed_at {integer}, PRIMARY KEY (conversation_id, seq, kind)
        ) {without_rowid};
        CREATE INDEX insights_by_order ON insights (conversation_id, is_closed, due_at, newness);
        CREATE INDEX insights_by_message ON insights (message_id, kind);
        CREATE TABLE insight_conversations (
            conversation_id {blob} PRIMARY KEY NOT NULL, read_seq {integer} NOT NULL, changed_from {integer},
            changed_through {integer}, version {integer} NOT NULL, rules {integer} NOT NULL
        ) {without_rowid};
        CREATE INDEX insight_conversations_changed ON insight_conversations (conversation_id)
            WHERE changed_from IS NOT NULL;
        CREATE TABLE insight_checkpoints (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, state {text} NOT NULL,
            PRIMARY KEY (conversation_id, seq)
        ) {without_rowid};
        CREATE TABLE user_zones (
            user_id {blob} NOT NULL, since {integer} NOT NULL, zone {text} NOT NULL, PRIMARY KEY (user_id, since)
        ) {without_rowid};
        """)
}
