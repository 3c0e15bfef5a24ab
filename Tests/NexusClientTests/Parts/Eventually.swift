import Testing

/// Waits until a condition holds; fails on time-out. Time alone does not fail it: on a busy machine it still checks
/// often before it gives up.
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
