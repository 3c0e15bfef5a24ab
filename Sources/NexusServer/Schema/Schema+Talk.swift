import NexusDatabase

// What a message may carry besides its text. Each is a column that is `NULL` for most messages, so that the row alone is the
// message in its present state.
extension Schema {
    /// The message that one answers.
    static let replies = Migration("replies", "ALTER TABLE messages ADD COLUMN reply_to {blob};")

    /// Who reacted with what, as `[Reaction]` writes it.
    static let reactions = Migration("reactions", "ALTER TABLE messages ADD COLUMN reactions {blob};")
}
