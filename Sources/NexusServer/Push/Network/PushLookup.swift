import NIOCore
import NIOPosix

/// Resolves names on threads of its own, within a limit of time.
struct PushLookup: Sendable {
    private struct TimedOut: Error {}

    private let resolver: PushResolver
    private let threads: NIOThreadPool
    private let eventLoop: any EventLoop
    private let patience: TimeAmount

    init(_ resolver: PushResolver, eventLoop: any EventLoop, patience: TimeAmount) {
        self.resolver = resolver
        self.eventLoop = eventLoop
        self.patience = patience
        threads = NIOThreadPool(numberOfThreads: 4)
        threads.start()
    }

    /// - Throws: ``PushProblem`` if the name has no addresses or the DNS does not answer in time.
    func addresses(of host: String) async throws(PushProblem) -> [SocketAddress] {
        let found = eventLoop.makePromise(of: [SocketAddress].self)
        let timeout = eventLoop.scheduleTask(in: patience) { found.fail(TimedOut()) }
        threads.runIfActive(eventLoop: eventLoop) { [resolver] in try resolver.addresses(host) }.cascade(to: found)
        defer { timeout.cancel() }
        do {
            return try await found.futureResult.get()
        } catch is TimedOut {
            throw PushProblem(.broken, "Its name was not resolved in time.")
        } catch {
            throw PushProblem(.broken, "Its name was not found.")
        }
    }

    func shutdown() async { try? await threads.shutdownGracefully() }
}
