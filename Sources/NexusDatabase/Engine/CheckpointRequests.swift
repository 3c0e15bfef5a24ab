import Foundation

/// The pending work of a ``Checkpointer``: copy the log now, or erase it at a time.
///
/// `@unchecked Sendable`: every field is read and written under `condition`.
final class CheckpointRequests: @unchecked Sendable {
    enum Request {
        case copy, erase
    }

    private let condition = NSCondition()
    private let clock = ContinuousClock()
    private var mustCopy = false
    private var eraseTime: ContinuousClock.Instant?
    private var isClosed = false

    func copy() {
        condition.lock()
        defer { condition.unlock() }
        mustCopy = true
        condition.signal()
    }

    /// Requests an erasure after `delay`, unless an earlier one is due.
    func erase(after delay: Duration) {
        condition.lock()
        defer { condition.unlock() }
        let time = clock.now + delay
        eraseTime = min(eraseTime ?? time, time)
        condition.signal()
    }

    /// Waits for the next request; nil once closed. An erasure copies too.
    func next() -> Request? {
        condition.lock()
        defer { condition.unlock() }
        while !isClosed {
            let wait = eraseTime.map { $0 - clock.now }
            if let wait, wait <= .zero {
                eraseTime = nil
                mustCopy = false
                return .erase
            }
            if mustCopy {
                mustCopy = false
                return .copy
            }
            if let wait {
                _ = condition.wait(until: Date(timeIntervalSinceNow: wait / .seconds(1)))
            } else {
                condition.wait()
            }
        }
        return nil
    }

    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }
}
