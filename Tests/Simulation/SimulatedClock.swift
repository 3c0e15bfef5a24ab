import NexusCore
import Synchronization

/// The correct clock of a run, for code that may be called on any thread.
final class SimulatedClock: Sendable {
    private let milliseconds = Atomic<Int64>(0)
    private let origin = ContinuousClock.now

    func set(_ now: Int64) { milliseconds.store(now, ordering: .relaxed) }

    private var now: Int64 { milliseconds.load(ordering: .relaxed) }

    var time: Timestamp { Timestamp(milliseconds: 1_700_000_000_000 + now) }

    /// The same time as one of a clock that never jumps.
    var instant: ContinuousClock.Instant { origin + .milliseconds(now) }
}
