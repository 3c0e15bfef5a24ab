import NexusDatabase

extension Schema {
    /// Whose words a message says again, as `Forward` writes it; and which messages people have deleted for themselves one by one, as
    /// numbers parted by spaces.
    static let forwards = Migration(
        "forwards",
        """
        ALTER TABLE messages ADD COLUMN forward {blob};
        ALTER TABLE settings ADD COLUMN hidden {text} NOT NULL DEFAULT '';
        """)
}
