import Synchronization

/// Hands every element to every stream that is open at that time. A stream that is not read keeps a bounded number of
/// elements, the newest: whoever must not miss any looks at the store.
final class EventBroadcast<Element: Sendable>: Sendable {
    private struct State {
        var last = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// A stream of what is sent from now on; it ends when its reader is cancelled or lets go of it.
    func stream(keeping limit: Int) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(limit))
        let number = state.withLock { state in
            state.last += 1
            state.continuations[state.last] = continuation
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    func send(_ element: Element) {
        let continuations = state.withLock { Array($0.continuations.values) }
        for continuation in continuations { continuation.yield(element) }
    }
}
