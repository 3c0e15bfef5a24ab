import NexusDatabase

extension Schema {
    /// Links by which people join. Their secrets are stored as hashes; `person_id` is whose account a link opens.
    static let invitations = Migration(
        "invitations",
        """
        CREATE TABLE invitations (
            id {blob} PRIMARY KEY NOT NULL, token_hash {blob} NOT NULL UNIQUE, creator_id {blob} NOT NULL,
            person_id {blob}, uses {integer} NOT NULL, uses_left {integer} NOT NULL, created_at {integer} NOT NULL,
            expires_at {integer} NOT NULL
        ) {without_rowid};
        CREATE INDEX invitations_by_creator ON invitations (creator_id, expires_at);
        CREATE INDEX invitations_by_expiry ON invitations (expires_at);
        CREATE TABLE invitation_conversations (
            invitation_id {blob} NOT NULL, conversation_id {blob} NOT NULL, PRIMARY KEY (invitation_id, conversation_id)
        ) {without_rowid};
        """)
}
