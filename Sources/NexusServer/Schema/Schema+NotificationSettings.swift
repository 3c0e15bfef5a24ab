import NexusDatabase

extension Schema {
    /// How users are told of messages: JSON with what differs from the defaults, and what they chose per conversation.
    static let notificationSettings = Migration(
        "notificationSettings",
        """
        ALTER TABLE users ADD COLUMN notifications {text} NOT NULL DEFAULT '';
        ALTER TABLE settings ADD COLUMN level {text} NOT NULL DEFAULT 'default';
        ALTER TABLE settings ADD COLUMN plays_sound {integer} NOT NULL DEFAULT 0;
        """)
}
