import NexusDatabase

extension Schema {
    /// The original author of a forwarded message, as `Forward` in JSON; and the messages that users have deleted for
    /// themselves, as numbers separated by spaces.
    static let forwards = Migration(
        "forwards",
        """
        ALTER TABLE messages ADD COLUMN forward {blob};
        ALTER TABLE settings ADD COLUMN hidden {text} NOT NULL DEFAULT '';
        """)
}
