import NexusCore

/// A queue of frames between a socket's thread and one reader.
final class FrameInbox: Sendable {
    private struct State {
        var frames: [ServerFrame] = []
        var isClosed = false
        var waiter: CheckedContinuation<[ServerFrame]?, Never>?
    }

    private let state = Locked(State())

    /// Whether the reader waits for frames.
    var isAwaited: Bool { state.withLock { $0.waiter != nil } }

    func put(_ frames: [ServerFrame]) {
        guard !frames.isEmpty else { return }
        let waiter = state.withLock { state -> CheckedContinuation<[ServerFrame]?, Never>? in
            guard let waiter = state.waiter else {
                state.frames += frames
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume(returning: frames)
    }

    /// Ends the queue; its frames can still be taken.
    func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }

    /// Takes the queued frames, or waits; `ask` is called when waiting begins.
    func take(ask: @Sendable () -> Void) async -> [ServerFrame]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state -> Bool in
                    if !state.frames.isEmpty {
                        continuation.resume(returning: state.frames)
                        state.frames = []
                    } else if state.isClosed {
                        continuation.resume(returning: nil)
                    } else {
                        state.waiter = continuation
                        return true
                    }
                    return false
                }
                if mustWait { ask() }
            }
        } onCancel: {
            close()
        }
    }
}
