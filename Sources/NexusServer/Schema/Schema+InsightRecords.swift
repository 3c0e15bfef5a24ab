import NexusDatabase

extension Schema {
    /// Insights with identifiers of their own, several of a kind of each message (decision 0019).
    ///
    /// `place` is where the words begin in the message, -1 if that is not known, and `span` their length, both in UTF-8
    /// bytes. `words` is the text as it was extracted, also if members have changed `text`; NULL for rows of before and
    /// for those that members made (`is_made`). A merged row names the one that it went into, and is not shown.
    /// `insight_events` has what later messages say of an action item.
    ///
    /// Action items keep their message's identifier, by which calendars know them; so do deadlines of messages without
    /// one.
    static let insightRecords = Migration(
        "insight-records",
        """
        CREATE TABLE insight_records (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, id {blob} NOT NULL, kind {text} NOT NULL,
            message_id {blob} NOT NULL, text {text} NOT NULL, assignee_id {blob}, due {text}, zone {text},
            is_server_zone {integer} NOT NULL, level {text} NOT NULL, state {text} NOT NULL, said_by {blob},
            declined {blob}, settled {integer} NOT NULL, is_closed {integer} NOT NULL, due_at {integer} NOT NULL,
            newness {integer} NOT NULL, changed_by {blob}, changed_at {integer}, worded {text}, wording {text},
            place {integer} NOT NULL, span {integer} NOT NULL, confidence {real} NOT NULL, words {text}, replaces {blob},
            is_made {integer} NOT NULL, merged_into {blob}, PRIMARY KEY (conversation_id, seq, id)
        ) {without_rowid};
        INSERT INTO insight_records
            SELECT conversation_id, seq, CASE WHEN kind = 'action' OR kind = 'deadline' AND NOT EXISTS (
                    SELECT 1 FROM insights AS o WHERE o.message_id = i.message_id AND o.kind = 'action')
                THEN message_id ELSE randomblob(16) END, kind, message_id, text, assignee_id, due, zone,
                is_server_zone, level, state, said_by, declined, settled, is_closed, due_at, newness, changed_by,
                changed_at, worded, wording, -1, 0, 1, NULL, NULL, 0, NULL
            FROM insights AS i;
        DROP TABLE insights;
        ALTER TABLE insight_records RENAME TO insights;
        CREATE UNIQUE INDEX insights_by_id ON insights (id);
        CREATE INDEX insights_by_order ON insights (conversation_id, is_closed, due_at, newness);
        CREATE INDEX insights_by_message ON insights (message_id, kind);
        CREATE INDEX insights_merged ON insights (merged_into) WHERE merged_into IS NOT NULL;
        CREATE TABLE insight_events (
            insight_id {blob} NOT NULL, number {integer} NOT NULL, kind {text} NOT NULL, message_id {blob} NOT NULL,
            user_id {blob} NOT NULL, due {text}, assignee_id {blob}, PRIMARY KEY (insight_id, number)
        ) {without_rowid};
        CREATE INDEX insight_events_by_message ON insight_events (message_id);
        """)
}
