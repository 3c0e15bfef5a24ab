import NexusCore

/// Which snapshots of a set stay. Each rule keeps its own; the newest snapshot always stays, and without a rule all do.
public struct BackupRetention: Equatable, Sendable {
    /// The newest snapshots, that many.
    public var last: Int?
    /// The newest snapshot of each of the last days that have one, that many days (UTC).
    public var daily: Int?
    /// The same for weeks, which begin on Monday.
    public var weekly: Int?

    public init(last: Int? = nil, daily: Int? = nil, weekly: Int? = nil) {
        self.last = last
        self.daily = daily
        self.weekly = weekly
    }

    var keepsAll: Bool { last == nil && daily == nil && weekly == nil }

    /// - Parameter names: of all snapshots, in any order.
    /// - Returns: those that no rule keeps, oldest first.
    func removed(of names: [SnapshotName]) -> [SnapshotName] {
        guard !keepsAll else { return [] }
        let newestFirst = names.sorted { ($0.time.milliseconds, $0.text) > ($1.time.milliseconds, $1.text) }
        var kept = Set(newestFirst.prefix(max(1, last ?? 1)).map(\.text))
        let day: Int64 = 86_400_000
        // The first of January 1970 was a Thursday.
        for (count, period, shift) in [(daily, day, 0), (weekly, 7 * day, 3 * day)] {
            var seen: Set<Int64> = []
            for name in newestFirst where seen.count < count ?? 0 {
                let number = (name.time.milliseconds + shift) / period
                if seen.insert(number).inserted { kept.insert(name.text) }
            }
        }
        return newestFirst.filter { !kept.contains($0.text) }.reversed()
    }
}
