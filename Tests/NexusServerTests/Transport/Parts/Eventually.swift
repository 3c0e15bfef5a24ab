import Testing

/// Waits until a condition holds; fails on time-out.
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
