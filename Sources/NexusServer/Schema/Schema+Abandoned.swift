import NexusDatabase

extension Schema {
    /// Groups without members use no media: theirs are collected.
    static let abandoned = Migration(
        "abandoned",
        """
        DELETE FROM message_media WHERE NOT EXISTS (
            SELECT 1 FROM members AS m WHERE m.conversation_id = message_media.conversation_id AND m.has_left = 0);
        UPDATE conversations SET picture_id = NULL WHERE picture_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM members AS m WHERE m.conversation_id = conversations.id AND m.has_left = 0);
        """)
}
