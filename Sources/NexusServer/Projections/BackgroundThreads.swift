import NIOPosix
import Synchronization

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

    /// Runs a computation that nobody needs once the task is cancelled: the call returns then at once, and the thread ends its work alone. Where
    /// others take all processors, that can be a minute later.
    ///
    /// - Parameter work: Uses nothing that a server closes when it stops.
    /// - Throws: What `work` throws; `CancellationError` once the task is cancelled or the threads are shut down.
    func compute<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        let call = LeavableCall<T>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard call.begin(continuation) else { return }
                threads.submit { state in
                    guard state == .active, call.isAwaited else { return call.end(.failure(CancellationError())) }
                    ThreadPriority.lower()
                    call.end(Result(catching: work))
                }
            }
        } onCancel: {
            call.end(.failure(CancellationError()))
        }
    }

    /// Takes no more work, and waits so long at most until the threads have ended: where others take all processors, an idle thread takes seconds even
    /// for that. What a thread still computes then ends by itself.
    func end(within patience: Duration = .seconds(1)) async {
        let call = LeavableCall<Void>()
        let alarm = Task {
            try await Task.sleep(for: patience)
            call.end(.success(()))
        }
        try? await withCheckedThrowingContinuation { continuation in
            guard call.begin(continuation) else { return }
            threads.shutdownGracefully { _ in call.end(.success(())) }
        }
        alarm.cancel()
    }
}

/// One that waits for a computation until it has the result, or leaves.
private final class LeavableCall<T: Sendable>: Sendable {
    private enum State {
        case new, left
        case awaited(CheckedContinuation<T, any Error>)
    }

    private let state = Mutex(State.new)

    var isAwaited: Bool { state.withLock { if case .awaited = $0 { true } else { false } } }

    /// Returns false if it was left before it began; the continuation has then been resumed.
    func begin(_ continuation: CheckedContinuation<T, any Error>) -> Bool {
        let begins = state.withLock { state in
            guard case .new = state else { return false }
            state = .awaited(continuation)
            return true
        }
        if !begins { continuation.resume(throwing: CancellationError()) }
        return begins
    }

    /// The first end counts.
    func end(_ result: Result<T, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<T, any Error>? in
            defer { state = .left }
            return if case .awaited(let continuation) = state { continuation } else { nil }
        }
        continuation?.resume(with: result)
    }
}
