import NIOCore
import NIOPosix

/// Resolves names on threads that may block, within a limit of time.
struct HostLookup: Sendable {
    enum Problem: Error, Equatable {
        /// The name has no addresses.
        case notFound
        /// The DNS does not answer.
        case timedOut
    }

    private let resolver: HostResolver
    private let threads: NIOThreadPool
    private let eventLoop: any EventLoop
    private let patience: TimeAmount

    init(_ resolver: HostResolver, threads: NIOThreadPool, eventLoop: any EventLoop, patience: TimeAmount) {
        self.resolver = resolver
        self.threads = threads
        self.eventLoop = eventLoop
        self.patience = patience
    }

    /// The addresses of a name, the best first; never none.
    ///
    /// - Throws: ``Problem``.
    func addresses(of host: String) async throws(Problem) -> [SocketAddress] {
        let found = eventLoop.makePromise(of: [SocketAddress].self)
        let timeout = eventLoop.scheduleTask(in: patience) { found.fail(Problem.timedOut) }
        threads.runIfActive(eventLoop: eventLoop) { [resolver] in try resolver.addresses(host) }.cascade(to: found)
        defer { timeout.cancel() }
        do {
            return try await found.futureResult.get()
        } catch Problem.timedOut {
            throw .timedOut
        } catch {
            throw .notFound
        }
    }
}
