import NexusCore
import Synchronization

/// Token buckets by key: each has `burst` tokens, refilled at `perMinute`. Bounded: beyond `keyLimit` keys full
/// buckets, which carry no information, are evicted, and if there are none, the oldest half.
final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    struct Rate: Sendable {
        var burst: Double
        var perMinute: Double
        /// The maximum debt that `charge(_:)` may leave.
        var debt = 0.0
    }

    private struct Bucket {
        var tokens: Double
        var at: Timestamp
    }

    private let rate: Rate
    private let keyLimit: Int
    private let now: @Sendable () -> Timestamp
    private let buckets = Mutex<[Key: Bucket]>([:])

    init(_ rate: Rate, keyLimit: Int = 100_000, now: @escaping @Sendable () -> Timestamp) {
        self.rate = rate
        self.keyLimit = keyLimit
        self.now = now
    }

    /// Takes tokens; if there are too few, takes none, and returns the milliseconds to wait for them.
    func take(_ key: Key, _ count: Double = 1) -> Int64? {
        let time = now()
        return buckets.withLock { buckets in
            var bucket = buckets[key] ?? Bucket(tokens: rate.burst, at: time)
            bucket.tokens = refilled(bucket, at: time)
            bucket.at = max(bucket.at, time)
            defer { buckets[key] = bucket }
            if let wait = wait(for: count, in: bucket) { return wait }
            bucket.tokens = max(0, bucket.tokens - count)
            if buckets.count > keyLimit { forget(&buckets, at: time) }
            return nil
        }
    }

    /// The milliseconds to wait for a token; `nil` if there is one. Takes none.
    func wait(_ key: Key) -> Int64? {
        let time = now()
        return buckets.withLock { buckets in
            guard var bucket = buckets[key] else { return nil }
            bucket.tokens = refilled(bucket, at: time)
            return wait(for: 1, in: bucket)
        }
    }

    /// Takes a token even without one, down to the rate's debt.
    func charge(_ key: Key) {
        let time = now()
        buckets.withLock { buckets in
            var bucket = buckets[key] ?? Bucket(tokens: rate.burst, at: time)
            bucket.tokens = max(-rate.debt, refilled(bucket, at: time) - 1)
            bucket.at = max(bucket.at, time)
            buckets[key] = bucket
            if buckets.count > keyLimit { forget(&buckets, at: time) }
        }
    }

    /// Gives back a token that was taken, up to the burst.
    func giveBack(_ key: Key) {
        let time = now()
        buckets.withLock { buckets in
            guard var bucket = buckets[key] else { return }
            bucket.tokens = min(rate.burst, refilled(bucket, at: time) + 1)
            bucket.at = max(bucket.at, time)
            buckets[key] = bucket
        }
    }

    /// The number of keys.
    var count: Int { buckets.withLock(\.count) }

    private func wait(for count: Double, in bucket: Bucket) -> Int64? {
        // Rounding of fractions may leave slightly less than a token: a client that waited the stated time must not
        // wait again.
        guard bucket.tokens < count - 0.000_001 else { return nil }
        return Int64(((count - bucket.tokens) / rate.perMinute * 60_000).rounded(.up))
    }

    private func refilled(_ bucket: Bucket, at time: Timestamp) -> Double {
        let passed = Double(max(0, time.since(bucket.at)))
        return min(rate.burst, bucket.tokens + passed / 60_000 * rate.perMinute)
    }

    private func forget(_ buckets: inout [Key: Bucket], at time: Timestamp) {
        buckets = buckets.filter { refilled($0.value, at: time) < rate.burst }
        guard buckets.count > keyLimit else { return }
        let times = buckets.values.map(\.at).sorted()
        let middle = times[times.count / 2]
        buckets = buckets.filter { $0.value.at > middle }
    }
}
