import NexusCore
import Synchronization

/// Where a socket's thread puts frames and a reader takes them: one reader at a time.
final class FrameInbox: Sendable {
    private struct State {
        var frames: [ServerFrame] = []
        var isClosed = false
        var waiter: CheckedContinuation<[ServerFrame]?, Never>?
    }

    private let state = Mutex(State())

    /// Whether somebody waits for frames that are not there yet.
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

    /// Nothing more comes; what is held can still be taken.
    func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }

    /// Takes what is held, or waits; `ask` is called when there is nothing and waiting begins.
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
