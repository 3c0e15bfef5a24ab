/// The ranges of a conversation's history that are missing or possibly stale on a client: ascending, disjoint, never
/// empty. They survive a restart, so that incomplete history is never taken for complete.
public struct Gaps: Equatable, Sendable {
    public private(set) var ranges: [ClosedRange<Seq>]

    public init(_ ranges: [ClosedRange<Seq>] = []) {
        self.ranges = []
        for range in ranges { insert(range) }
    }

    public var isEmpty: Bool { ranges.isEmpty }

    /// The gap that contains `seq`.
    public func gap(at seq: Seq) -> ClosedRange<Seq>? {
        for range in ranges where range.contains(seq) { return range }
        return nil
    }

    /// The newest gap that begins below `seq`: the first that scrolling up reaches.
    public func gap(before seq: Seq) -> ClosedRange<Seq>? {
        for range in ranges.reversed() where range.lowerBound < seq { return range }
        return nil
    }

    /// Adds a range; what touches or overlaps becomes one.
    public mutating func insert(_ range: ClosedRange<Seq>) {
        var lower = range.lowerBound
        var upper = range.upperBound
        var kept: [ClosedRange<Seq>] = []
        for other in ranges {
            if other.upperBound < lower - 1 || other.lowerBound > upper + 1 {
                kept.append(other)
            } else {
                lower = min(lower, other.lowerBound)
                upper = max(upper, other.upperBound)
            }
        }
        let position = kept.firstIndex { $0.lowerBound > lower } ?? kept.count
        kept.insert(lower...upper, at: position)
        ranges = kept
    }

    /// Takes a range out: it has been fetched.
    public mutating func remove(_ range: ClosedRange<Seq>) {
        var kept: [ClosedRange<Seq>] = []
        for other in ranges {
            if other.upperBound < range.lowerBound || other.lowerBound > range.upperBound {
                kept.append(other)
                continue
            }
            if other.lowerBound < range.lowerBound { kept.append(other.lowerBound...(range.lowerBound - 1)) }
            if other.upperBound > range.upperBound { kept.append((range.upperBound + 1)...other.upperBound) }
        }
        ranges = kept
    }
}
