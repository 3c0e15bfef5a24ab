import Testing

/// Waits until something is so; fails when it does not come to be. Time alone does not fail it: on a machine that is busy with
/// something else most of the time, it still looks often before it gives up.
func eventually(
    _ what: Comment, isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    _ isSo: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    var looks = 0
    while looks < 500 || clock.now - start < .seconds(20) {
        if try await isSo() { return }
        looks += 1
        await Task.yield()
        try await Task.sleep(for: .milliseconds(2))
    }
    Issue.record(what, sourceLocation: sourceLocation)
}
