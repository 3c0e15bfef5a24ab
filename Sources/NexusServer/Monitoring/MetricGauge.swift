import Metrics
import Synchronization

/// A value that rises and falls, such as live connections. Changing it is one atomic instruction.
public final class MetricGauge: Sendable {
    private let current = Atomic<Int64>(0)

    public init() {}

    public var value: Int64 { current.load(ordering: .relaxed) }

    public func add(_ amount: Int) {
        current.wrappingAdd(Int64(amount), ordering: .relaxed)
    }

    public func set(_ value: Int64) {
        current.store(value, ordering: .relaxed)
    }
}

/// A floating-point gauge, for metrics of other libraries through swift-metrics.
final class FractionGauge: MeterHandler, RecorderHandler {
    private let bits = Atomic<UInt64>(0)

    var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func increment(by amount: Double) { change { $0 + amount } }
    func decrement(by amount: Double) { change { $0 - amount } }

    private func change(_ next: (Double) -> Double) {
        var seen = bits.load(ordering: .relaxed)
        while true {
            let wanted = next(Double(bitPattern: seen)).bitPattern
            let (exchanged, original) = bits.weakCompareExchange(expected: seen, desired: wanted, ordering: .relaxed)
            if exchanged { return }
            seen = original
        }
    }
}
