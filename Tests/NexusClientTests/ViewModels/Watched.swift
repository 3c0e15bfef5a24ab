import NexusTestSupport
import Testing

@testable import NexusClient

/// Checks that a view model is gone once its screen has disappeared.
///
/// - Parameters:
///   - make: makes the model.
///   - observe: what the screen's task runs.
///   - isReady: whether the model observes by now.
@MainActor
func expectNoLeak<Model: AnyObject>(
    _ make: () -> Model, observe: @escaping @MainActor @Sendable (Model) async -> Void,
    until isReady: (Model) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws where Model: Sendable {
    var model: Model? = make()
    weak let gone = model
    let task = Task { [model] in if let model { await observe(model) } }
    try await eventually("it observes", sourceLocation: sourceLocation) { gone.map(isReady) ?? false }
    model = nil
    task.cancel()
    await task.value
    try await eventually("it is gone", sourceLocation: sourceLocation) { gone == nil }
}

/// A screen's task that observes a view model while the body runs.
@MainActor
func observing<Model: AnyObject & Sendable>(
    _ model: Model, _ observe: @escaping @MainActor @Sendable (Model) async -> Void, _ body: () async throws -> Void
) async throws {
    let task = Task { await observe(model) }
    do {
        try await body()
    } catch {
        task.cancel()
        throw error
    }
    task.cancel()
    await task.value
}
