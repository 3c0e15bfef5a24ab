import NexusDatabase

extension Schema {
    /// Sessions of earlier versions end 180 days after their sign-in, too.
    static let sessionLives = Migration(
        "session-lives",
        """
        UPDATE sessions SET refresh_expires_at = MIN(refresh_expires_at, created_at + 15552000000),
            access_expires_at = MIN(access_expires_at, created_at + 15552000000);
        """)
}
