import NexusCore

/// A socket whose first frames have come, and whose end is reported unless this side closed it.
final class WatchedSocket: LiveSocket {
    private struct State {
        var first: [ServerFrame]?
        var isOver = false
    }

    private let socket: any LiveSocket
    private let state: Locked<State>
    private let onEnd: @Sendable () -> Void

    init(_ socket: any LiveSocket, first: [ServerFrame], onEnd: @escaping @Sendable () -> Void) {
        self.socket = socket
        self.onEnd = onEnd
        state = Locked(State(first: first))
    }

    func send(_ frame: ClientFrame) { socket.send(frame) }

    func receive() async -> [ServerFrame]? {
        if let first = state.withLock({ $0.first.take() }) { return first }
        let frames = await socket.receive()
        if frames == nil, !endsNow(), !Task.isCancelled { onEnd() }
        return frames
    }

    func close() {
        _ = endsNow()
        socket.close()
    }

    /// Marks it as over; returns whether it was.
    private func endsNow() -> Bool {
        state.withLock { state in
            defer { state.isOver = true }
            return state.isOver
        }
    }
}
