import NexusDatabase

extension Schema {
    /// Pictures and descriptions of users and groups. Partial indexes find the few that show a medium, for access
    /// checks.
    static let pictures = Migration(
        "pictures",
        """
        ALTER TABLE users ADD COLUMN about {text} NOT NULL DEFAULT '';
        ALTER TABLE users ADD COLUMN picture_id {blob};
        CREATE INDEX users_by_picture ON users (picture_id) WHERE picture_id IS NOT NULL;
        ALTER TABLE conversations ADD COLUMN about {text} NOT NULL DEFAULT '';
        ALTER TABLE conversations ADD COLUMN picture_id {blob};
        CREATE INDEX conversations_by_picture ON conversations (picture_id) WHERE picture_id IS NOT NULL;
        """)
}
