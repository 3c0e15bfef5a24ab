import ServiceLifecycle

/// Work that goes on until the server stops: cancelled when that is asked for.
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
        // A group takes the end of a service that nobody stopped for a failure.
        try? await gracefulShutdown()
    }
}
