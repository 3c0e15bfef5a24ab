import NIOPosix

/// Threads for background work: they run when no other thread needs the processor, and still get a small share under
/// constant load.
struct BackgroundThreads: Sendable {
    private let threads: NIOThreadPool

    init(_ threads: NIOThreadPool) { self.threads = threads }

    /// - Throws: What `work` throws; `CancellationError` once the threads are shut down.
    func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await threads.runIfActive {
            ThreadPriority.lower()
            return try work()
        }
    }
}
