import NexusDatabase

extension Schema {
    /// `borrows_from` is the message whose words the text of an insight or finding has beside those of its own message: a
    /// proposal that a decision settles, or what a pronoun stands for. NULL without any.
    static let insightBorrows = Migration.expansion(
        "insight-borrows",
        """
        ALTER TABLE insights ADD COLUMN borrows_from {blob};
        ALTER TABLE model_findings ADD COLUMN borrows_from {blob};
        """)
}
