/// Values with a cost, of which the least recently used are removed once the sum of all costs exceeds a limit.
struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        var cost: Int
        /// When it was last used.
        var use: UInt64
    }

    private var entries: [Key: Entry] = [:]
    /// Uses, oldest first; those that a later one of the same key follows are obsolete.
    private var uses: [(key: Key, use: UInt64)] = []
    private var first = 0
    private var lastUse: UInt64 = 0
    private(set) var cost = 0
    let limit: Int

    /// - Parameter limit: the maximum sum of costs.
    init(limit: Int) { self.limit = max(limit, 0) }

    var count: Int { entries.count }

    /// The value; it is now the most recently used.
    mutating func value(of key: Key) -> Value? {
        guard let value = entries[key]?.value else { return nil }
        use(key)
        return value
    }

    /// Adds or replaces a value.
    ///
    /// - Parameter cost: 0 or more; a value that alone exceeds the limit is not kept.
    /// - Returns: the removed keys, which may include the given one.
    mutating func insert(_ value: Value, for key: Key, cost: Int) -> [Key] {
        let replaced = remove(key)
        guard cost <= limit else { return replaced == nil ? [] : [key] }
        entries[key] = Entry(value: value, cost: cost, use: 0)
        self.cost += cost
        use(key)
        return evict()
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        cost -= entry.cost
        return entry.value
    }

    mutating func removeAll() { self = LeastRecentlyUsed(limit: limit) }

    private mutating func evict() -> [Key] {
        var removed: [Key] = []
        while cost > limit, first < uses.count {
            let oldest = uses[first]
            first += 1
            guard entries[oldest.key]?.use == oldest.use else { continue }
            remove(oldest.key)
            removed.append(oldest.key)
        }
        return removed
    }

    private mutating func use(_ key: Key) {
        lastUse += 1
        entries[key]?.use = lastUse
        uses.append((key, lastUse))
        // Paid for by the uses since the last time.
        guard uses.count - first > 2 * entries.count + 16 || first > entries.count + 16 else { return }
        uses = uses[first...].filter { entries[$0.key]?.use == $0.use }
        first = 0
    }
}
