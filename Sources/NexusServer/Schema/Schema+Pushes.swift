import NexusDatabase

extension Schema {
    /// The devices that take push notifications; what each of them is to show of each conversation, and shows; and how far conversations have
    /// been followed. What was written before is not told of.
    static let pushes = Migration(
        "pushes",
        """
        CREATE TABLE push_endpoints (
            id {blob} PRIMARY KEY NOT NULL, user_id {blob} NOT NULL, session_id {blob} NOT NULL UNIQUE, service {text} NOT NULL,
            address {text} NOT NULL UNIQUE, public_key {blob} NOT NULL, secret {blob} NOT NULL, created_at {integer} NOT NULL
        ) {without_rowid};
        CREATE INDEX push_endpoints_by_user ON push_endpoints (user_id);
        CREATE TABLE pushes (
            endpoint_id {blob} NOT NULL, conversation_id {blob} NOT NULL, wanted {integer} NOT NULL, shown {integer} NOT NULL,
            is_urgent {integer} NOT NULL, due_at {integer}, expires_at {integer} NOT NULL, attempts {integer} NOT NULL,
            version {integer} NOT NULL, PRIMARY KEY (endpoint_id, conversation_id)
        ) {without_rowid};
        CREATE INDEX pushes_due ON pushes (due_at) WHERE due_at IS NOT NULL;
        CREATE INDEX pushes_by_conversation ON pushes (conversation_id);
        CREATE TABLE notification_places (
            conversation_id {blob} PRIMARY KEY NOT NULL, followed {integer} NOT NULL
        ) {without_rowid};
        INSERT INTO notification_places SELECT id, head FROM conversations;
        """)
}
