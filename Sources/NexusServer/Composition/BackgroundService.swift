import ServiceLifecycle

/// A task that runs until the server stops, and is cancelled then.
struct BackgroundService: Service, CustomStringConvertible {
    let description: String
    private let work: @Sendable () async throws -> Void

    /// - Parameter work: Ends soon after its task is cancelled. It may end before.
    init(_ name: String, _ work: @escaping @Sendable () async throws -> Void) {
        description = name
        self.work = work
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown(work)
        // A service group treats the unrequested end of a service as a failure.
        try? await gracefulShutdown()
    }
}
