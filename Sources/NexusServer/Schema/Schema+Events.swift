import NexusDatabase

extension Schema {
    /// What was done to groups, as `GroupEvent` writes it in JSON: lines of their history that are no messages, so that nothing that
    /// reads messages has to know of them. Each stands at the change that did it.
    static let events = Migration(
        "events",
        """
        CREATE TABLE events (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, id {blob} NOT NULL, user_id {blob} NOT NULL,
            at {integer} NOT NULL, event {text} NOT NULL, PRIMARY KEY (conversation_id, seq)
        ) {without_rowid};
        """)
}
