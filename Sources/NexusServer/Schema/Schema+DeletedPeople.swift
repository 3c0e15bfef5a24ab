import NexusDatabase

extension Schema {
    /// People whose accounts were deleted before have left their direct conversations, as those have whose accounts are deleted now.
    static let deletedPeople = Migration(
        "deleted-people",
        """
        UPDATE members SET has_left = 1, left_at = (SELECT u.deleted_at FROM users AS u WHERE u.id = members.user_id)
            WHERE has_left = 0 AND user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL)
                AND conversation_id IN (SELECT id FROM conversations WHERE title IS NULL);
        """)
}
