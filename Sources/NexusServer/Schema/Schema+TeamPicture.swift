import NexusDatabase

extension Schema {
    /// The team's picture: one row, or none.
    static let teamPicture = Migration(
        "team-picture", "CREATE TABLE team_picture (media_id {blob} PRIMARY KEY NOT NULL) {without_rowid};")
}
