import Metrics
import Synchronization

/// A histogram with fixed bounds, such as of request durations. Values are whole numbers of a small unit; recording one
/// is a short search and two atomic instructions.
public final class MetricHistogram: TimerHandler, RecorderHandler {
    /// A snapshot. Concurrent recordings may be missing.
    public struct Snapshot: Equatable, Sendable {
        /// Cumulative counts of values at most each bound.
        public var cumulative: [Int64]
        public var count: Int64
        /// In the histogram's small unit.
        public var sum: Int64
    }

    /// Upper bounds in the small unit, ascending.
    public let bounds: [Int64]
    /// The factor to the displayed unit: 1e-9 for nanoseconds displayed in seconds.
    public let scale: Double
    private let buckets: [MetricCounter]
    private let sum = Atomic<Int64>(0)

    /// From 0.1 ms to 10 s, in nanoseconds, displayed in seconds as Prometheus requires.
    public static var durations: MetricHistogram {
        let millisecond: Int64 = 1_000_000
        let tenths: [Int64] = [1, 2, 5, 10, 20, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 100_000]
        return MetricHistogram(bounds: tenths.map { $0 * millisecond / 10 }, scale: 1e-9)
    }

    /// - Parameter bounds: in the small unit, in any order.
    public init(bounds: [Int64], scale: Double = 1) {
        self.bounds = Array(Set(bounds)).sorted()
        self.scale = scale
        buckets = (0...self.bounds.count).map { _ in MetricCounter() }
    }

    public func record(_ value: Int64) {
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        buckets[index].add()
        sum.wrappingAdd(value, ordering: .relaxed)
    }

    public func record(_ value: Double) {
        record(Int64(exactly: value.rounded()) ?? (value > 0 ? .max : 0))
    }

    public func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(seconds.multipliedSaturating(by: 1_000_000_000) &+ attoseconds / 1_000_000_000)
    }

    public func recordNanoseconds(_ duration: Int64) {
        record(duration)
    }

    public var snapshot: Snapshot {
        var running: Int64 = 0
        var cumulative: [Int64] = []
        for bucket in buckets {
            running += bucket.value
            cumulative.append(running)
        }
        return Snapshot(
            cumulative: cumulative.dropLast(), count: running, sum: sum.load(ordering: .relaxed))
    }
}

extension Int64 {
    fileprivate func multipliedSaturating(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        // Room is left for the fraction that is added to it.
        return overflow ? (self < 0 ? .min / 2 : .max / 2) : product
    }
}
