/// Keeps the best scores of a stream.
public struct NearestKeys<Element: Sendable>: Sendable {
    private let limit: Int
    private var kept: [(score: Float, element: Element)] = []
    private var floor = -Float.infinity

    public init(limit: Int) {
        self.limit = max(1, limit)
        kept.reserveCapacity(self.limit * 2)
    }

    /// Whether something of this score would be kept, as far as is known: cheap, to be asked first.
    @inline(__always)
    public func admits(_ score: Float) -> Bool { score > floor }

    public mutating func add(_ element: Element, score: Float) {
        guard score > floor else { return }
        kept.append((score, element))
        // Sorted only each time twice as many have come together.
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
