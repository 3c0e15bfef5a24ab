import NexusDatabase

extension Schema {
    /// The address that an invitation was mailed to, in the form of accounts; null for a link that people hand over.
    static let mailedInvitations = Migration(
        "mailed-invitations",
        """
        ALTER TABLE invitations ADD COLUMN email {text};
        """)
}
