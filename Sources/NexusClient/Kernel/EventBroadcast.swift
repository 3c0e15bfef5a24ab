/// Sends every element to every open stream. An unread stream keeps a bounded number of the newest elements: readers
/// that must not miss any query the store.
final class EventBroadcast<Element: Sendable>: Sendable {
    private struct Listener {
        var isWanted: @Sendable (Element) -> Bool
        var continuation: AsyncStream<Element>.Continuation
    }

    private struct State {
        var last = 0
        var listeners: [Int: Listener] = [:]
    }

    private let state = Locked(State())

    /// A stream of the matching elements from now on; it ends when its reader is cancelled or deallocated.
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
