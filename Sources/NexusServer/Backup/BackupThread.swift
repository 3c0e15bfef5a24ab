import NIOPosix
import Synchronization

/// A thread of idle priority for the blocking work of backups.
public enum BackupThread {
    /// Whether the work is to end. A class, since a closure cannot hold an atomic value.
    private final class Stop: Sendable {
        let isAsked = Atomic(false)
    }

    /// Runs `work` on a thread of its own.
    ///
    /// - Parameter work: gets a function to call between its steps, which throws `CancellationError` once the task is cancelled.
    /// - Throws: what `work` throws.
    public static func run<T: Sendable>(
        isUrgent: Bool = false, _ work: @escaping @Sendable (_ step: @escaping () throws -> Void) throws -> T
    ) async throws -> T {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        let stop = Stop()
        let result: Result<T, any Error>
        do {
            result = .success(
                try await withTaskCancellationHandler {
                    try await threads.runIfActive {
                        if !isUrgent { ThreadPriority.lower() }
                        return try work {
                            if stop.isAsked.load(ordering: .relaxed) { throw CancellationError() }
                        }
                    }
                } onCancel: {
                    stop.isAsked.store(true, ordering: .relaxed)
                })
        } catch {
            result = .failure(error)
        }
        // Also where the task is cancelled: the thread has ended its work.
        await BackgroundThreads(threads).end()
        return try result.get()
    }
}
