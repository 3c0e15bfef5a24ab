import Dispatch
import Synchronization

/// Waits for asynchronous work on a thread that may block.
enum BlockingCall {
    private final class Outcome<T: Sendable>: Sendable {
        let result = Mutex<Result<T, any Error>?>(nil)
    }

    /// Never call it from a task: threads of tasks must not block.
    ///
    /// - Throws: what `work` throws.
    static func run<T: Sendable>(_ work: @escaping @Sendable () async throws -> T) throws -> T {
        let (done, outcome) = (DispatchSemaphore(value: 0), Outcome<T>())
        Task.detached {
            let result: Result<T, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            outcome.result.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = outcome.result.withLock(\.self) else { throw CancellationError() }
        return try result.get()
    }
}
