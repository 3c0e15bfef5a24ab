import NexusDatabase

extension Schema {
    /// What people and groups show of themselves. The indexes find who shows a medium: few do, and whoever may see them may fetch it.
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
