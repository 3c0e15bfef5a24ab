import Synchronization

/// Wakes the one task that waits for work. The waiting task may be cancelled and another one take its place.
final class WakeSignal: Sendable {
    private struct State {
        /// Woken since the last call of `next`.
        var isSet = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// There may be work.
    func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            if state.waiting == nil { state.isSet = true }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Returns once it was woken since the last call, or the task is cancelled.
    func next() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (before, isDone) = state.withLock { state in
                    let before = state.waiting
                    state.waiting = nil
                    if state.isSet || Task.isCancelled {
                        state.isSet = false
                        return (before, true)
                    }
                    state.waiting = continuation
                    return (before, false)
                }
                before?.resume()
                if isDone { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume()
        }
    }
}
