import NexusDatabase

extension Schema {
    /// `worded` is the text of an insight that a language model was asked to word better, and `wording` its words, where they stood the check.
    static let insightWordings = Migration(
        "insight-wordings",
        "ALTER TABLE insights ADD COLUMN worded {text}; ALTER TABLE insights ADD COLUMN wording {text};")
}
