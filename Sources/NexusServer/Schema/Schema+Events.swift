import NexusDatabase

extension Schema {
    /// Group events, as `GroupEvent` in JSON: history rows that are not messages, so that readers of messages need not
    /// know of them. Each is at its own change.
    static let events = Migration(
        "events",
        """
        CREATE TABLE events (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, id {blob} NOT NULL, user_id {blob} NOT NULL,
            at {integer} NOT NULL, event {text} NOT NULL, PRIMARY KEY (conversation_id, seq)
        ) {without_rowid};
        """)
}
