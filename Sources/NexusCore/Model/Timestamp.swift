/// A point in time: milliseconds since 1970-01-01T00:00:00Z. For display and for measuring waits; order is `Seq`.
public struct Timestamp: Hashable, Comparable, Sendable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static let zero = Timestamp(milliseconds: 0)

    /// The times of the wire format: those that JavaScript can represent (ECMA-262 §21.4.1.1). Their differences cannot
    /// overflow.
    public static let wire =
        Timestamp(milliseconds: -8_640_000_000_000_000)...Timestamp(milliseconds: 8_640_000_000_000_000)

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// The time `milliseconds` later; saturates instead of overflowing.
    public func advanced(by milliseconds: Int64) -> Timestamp {
        let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
        return Timestamp(milliseconds: overflow ? (milliseconds > 0 ? .max : .min) : sum)
    }

    /// Milliseconds from `earlier` to here; saturates instead of overflowing.
    public func since(_ earlier: Timestamp) -> Int64 {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        return overflow ? (milliseconds > 0 ? .max : .min) : difference
    }
}

/// The position of a durable change in its conversation: 1, 2, 3, … without a gap. 0 is before all.
public typealias Seq = Int64
