import Synchronization

/// Hands every element to every stream that is open at that time. A stream that is not read keeps a bounded number of
/// elements, the newest: whoever must not miss any looks at the store.
final class EventBroadcast<Element: Sendable>: Sendable {
    private struct Listener {
        var isWanted: @Sendable (Element) -> Bool
        var continuation: AsyncStream<Element>.Continuation
    }

    private struct State {
        var last = 0
        var listeners: [Int: Listener] = [:]
    }

    private let state = Mutex(State())

    /// A stream of what is wanted of that which is sent from now on; it ends when its reader is cancelled or lets go of it.
    func stream(
        keeping limit: Int, where isWanted: @escaping @Sendable (Element) -> Bool = { _ in true }
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(limit))
        let number = state.withLock { state in
            state.last += 1
            state.listeners[state.last] = Listener(isWanted: isWanted, continuation: continuation)
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    func send(_ element: Element) {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners where listener.isWanted(element) { listener.continuation.yield(element) }
    }
}
