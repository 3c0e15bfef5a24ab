import NexusCore
import Synchronization

/// A clock that a test sets.
final class TestClock: Sendable {
    private let time = Mutex(Timestamp(milliseconds: 1_700_000_000_000))

    var now: Timestamp { time.withLock { $0 } }

    func advance(by milliseconds: Int64) { time.withLock { $0 = $0.advanced(by: milliseconds) } }
}
