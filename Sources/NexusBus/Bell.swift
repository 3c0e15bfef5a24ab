import Dispatch
import Synchronization

/// Wakes the one thread that waits for it. Rings while nobody waits count as one.
final class Bell: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let isRung = Atomic(false)

    func ring() {
        if !isRung.exchange(true, ordering: .acquiringAndReleasing) { semaphore.signal() }
    }

    /// Waits until it rings, or that long.
    func wait(atMost limit: Duration? = nil) {
        if let limit {
            let (seconds, attoseconds) = limit.components
            let time = Double(seconds) + Double(attoseconds) / 1e18
            _ = semaphore.wait(timeout: .now() + time)
        } else {
            semaphore.wait()
        }
        isRung.store(false, ordering: .releasing)
    }
}
