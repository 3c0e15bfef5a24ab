import NexusDatabase

extension Schema {
    /// The team's settings. A server that had accounts before there were settings was open to everyone, and stays so.
    static let team = Migration(
        "team",
        """
        CREATE TABLE team_settings (name {text} PRIMARY KEY NOT NULL, value {text} NOT NULL) {without_rowid};
        INSERT INTO team_settings (name, value)
            SELECT 'join', 'everyone' WHERE EXISTS (SELECT 1 FROM users WHERE password_hash <> '');
        """)
}
