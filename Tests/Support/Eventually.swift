import Testing

/// Waits until a condition holds, and records an issue when it does not.
///
/// Time alone does not fail it: on a machine that is busy with other work it still looks 500 times before it gives up.
/// - Parameter patience: how long it looks at least.
public func eventually(
    _ what: Comment, within patience: Duration = .seconds(30), isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    var looks = 0
    while looks < 500 || clock.now - start < patience {
        if try await isSo() { return }
        looks += 1
        await Task.yield()
        try await Task.sleep(for: .milliseconds(2))
    }
    Issue.record(what, sourceLocation: sourceLocation)
}
