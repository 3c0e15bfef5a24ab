import ServiceLifecycle

/// A task that runs until the server stops, and is cancelled then.
struct BackgroundService: Service, CustomStringConvertible {
    let description: String
    private let work: @Sendable () async throws -> Void

    /// Work of every node.
    /// - Parameter work: Ends soon after its task is cancelled. It may end before.
    init(_ name: String, _ work: @escaping @Sendable () async throws -> Void) {
        description = name
        self.work = work
    }

    /// Work of one node at a time.
    /// - Parameter work: Ends soon after its task is cancelled, and is then begun again when this node leads again. It may end before.
    init(_ name: String, by leadership: Leadership, _ work: @escaping @Sendable () async throws -> Void) {
        self.init(name) { try await leadership.run(work) }
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown(work)
        // A service group treats the unrequested end of a service as a failure.
        try? await gracefulShutdown()
    }
}
