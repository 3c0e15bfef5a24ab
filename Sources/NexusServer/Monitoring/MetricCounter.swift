import Metrics
import Synchronization

/// A count that only grows, such as frames received. Adding is one atomic instruction.
public final class MetricCounter: CounterHandler {
    private let count = Atomic<Int64>(0)

    public init() {}

    /// The count so far.
    public var value: Int64 { count.load(ordering: .relaxed) }

    /// Adds an amount that is not negative; a negative one is ignored, since a counter never falls.
    public func add(_ amount: Int = 1) {
        increment(by: Int64(amount))
    }

    public func increment(by amount: Int64) {
        guard amount > 0 else { return }
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    public func reset() {
        count.store(0, ordering: .relaxed)
    }
}
