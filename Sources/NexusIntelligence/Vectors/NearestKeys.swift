/// Keeps the best scores of a stream.
public struct NearestKeys<Element: Sendable>: Sendable {
    private let limit: Int
    private var kept: [(score: Float, element: Element)] = []
    private var floor = -Float.infinity

    public init(limit: Int) {
        self.limit = max(1, limit)
        kept.reserveCapacity(self.limit * 2)
    }

    /// Whether a candidate with this score may be kept: a cheap check to make first.
    @inline(__always)
    public func admits(_ score: Float) -> Bool { score > floor }

    public mutating func add(_ element: Element, score: Float) {
        guard score > floor else { return }
        kept.append((score, element))
        // Sorted only when twice as many have accumulated.
        if kept.count == limit * 2 { shrink() }
    }

    /// The kept keys, best first.
    public var best: [(score: Float, element: Element)] {
        Array(kept.sorted { $0.score > $1.score }.prefix(limit))
    }

    private mutating func shrink() {
        kept.sort { $0.score > $1.score }
        kept.removeLast(kept.count - limit)
        floor = kept.last?.score ?? floor
    }
}
