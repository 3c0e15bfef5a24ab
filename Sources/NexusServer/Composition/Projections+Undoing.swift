extension Projections {
    /// All that edits and deletions undo, none of which is followed: for what changes messages without a running server.
    static let undoing = Projections([
        SearchProjection(), MeaningProjection(), InsightProjection(zone: .utc, isOn: false),
    ])
}
