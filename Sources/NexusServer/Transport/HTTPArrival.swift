import NIOCore
import Synchronization

/// A connection, or a stream of one, on its way to the task that serves it. Where there is none any more, because the server ends, it is
/// closed: NIO traps if one is let go unused.
final class HTTPArrival: Sendable {
    private let value: Mutex<HTTPConnections.Value?>

    init(_ value: HTTPConnections.Value) { self.value = Mutex(value) }

    deinit {
        guard let value = take() else { return }
        Task { try? await value.executeThenClose { _, _ in } }
    }

    /// The connection, for the first who asks.
    func take() -> HTTPConnections.Value? { value.withLock { $0.take() } }
}
