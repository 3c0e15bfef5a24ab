/// The wait before the next attempt: exponential with full jitter between half and the whole, so that a thousand
/// clients of a restarted server do not return in step (Brooker, "Exponential Backoff and Jitter", 2015).
public struct Backoff: Equatable, Sendable {
    /// Milliseconds before the first retry.
    public var first: Int64
    /// Milliseconds at most.
    public var limit: Int64

    public init(first: Int64 = 500, limit: Int64 = 30_000) {
        self.first = first
        self.limit = limit
    }

    /// Milliseconds to wait after `failures` (1 or more) tries have failed.
    public func delay<Source: RandomNumberGenerator>(after failures: Int, using random: inout Source) -> Int64 {
        let doublings = min(max(failures, 1) - 1, 20)
        let whole = min(limit, first << Int64(doublings))
        return whole / 2 + Int64(random.next() % UInt64(whole / 2 + 1))
    }
}
