import NexusDatabase

extension Schema {
    /// A person's conversations are found in this index alone, with no look at a row of each: a search reads a hundred of them, which
    /// nobody else has read lately.
    static let membersOfUser = Migration.expansion(
        "members-of-user",
        """
        CREATE INDEX members_of_user ON members (user_id, conversation_id, has_left);
        DROP INDEX members_by_user;
        """)
}
