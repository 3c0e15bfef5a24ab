import NexusDatabase

extension Schema {
    /// `worded` is the text of an insight that was sent to a language model, and `wording` its reply, if it passed the
    /// check.
    static let insightWordings = Migration(
        "insight-wordings",
        "ALTER TABLE insights ADD COLUMN worded {text}; ALTER TABLE insights ADD COLUMN wording {text};")
}
