import NexusDatabase

extension Schema {
    /// Personal settings: a stream of changes per user, whose rows have the change that touched them last. Relations
    /// are indexed from both ends: blocked users, and users who blocked.
    static let own = Migration(
        "own",
        """
        CREATE TABLE own_heads (
            user_id {blob} PRIMARY KEY NOT NULL, head {integer} NOT NULL, profile_changed {integer} NOT NULL DEFAULT 0
        ) {without_rowid};
        CREATE TABLE settings (
            user_id {blob} NOT NULL, conversation_id {blob} NOT NULL, muted_until {integer} NOT NULL,
            archived_through {integer} NOT NULL, is_pinned {integer} NOT NULL, is_marked_unread {integer} NOT NULL,
            draft {text} NOT NULL, changed {integer} NOT NULL, PRIMARY KEY (user_id, conversation_id)
        ) {without_rowid};
        CREATE INDEX settings_by_change ON settings (user_id, changed);
        CREATE TABLE relations (
            user_id {blob} NOT NULL, other_id {blob} NOT NULL, is_favourite {integer} NOT NULL, is_blocked {integer} NOT NULL,
            changed {integer} NOT NULL, PRIMARY KEY (user_id, other_id)
        ) {without_rowid};
        CREATE INDEX relations_by_change ON relations (user_id, changed);
        CREATE INDEX relations_blocked ON relations (other_id, user_id) WHERE is_blocked = 1;
        """)
}
