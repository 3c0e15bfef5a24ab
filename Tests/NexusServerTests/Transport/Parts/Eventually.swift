import Testing

/// Waits until something is so; fails when it does not come to be.
func eventually(
    _ what: Comment, isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    _ isSo: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    while clock.now - start < .seconds(20) {
        if try await isSo() { return }
        await Task.yield()
        try await Task.sleep(for: .milliseconds(2))
    }
    Issue.record(what, sourceLocation: sourceLocation)
}
