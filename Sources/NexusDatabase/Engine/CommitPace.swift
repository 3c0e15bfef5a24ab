/// Decides when the next commit may begin.
///
/// A commit costs the same few dozen microseconds of system calls whether one transaction shares it or a thousand. While many
/// come in, beginning it a little later saves more than it delays.
struct CommitPace {
    /// The minimum time between the beginnings of two commits under load.
    let interval: Duration
    private let busyRate = 10_000.0
    private let busyBatch = 8
    private var start: ContinuousClock.Instant?
    private var isBusy = false

    init(interval: Duration) {
        self.interval = interval
    }

    /// Notes that a commit of `count` transactions begins.
    mutating func begin(_ count: Int, at now: ContinuousClock.Instant) {
        if let start {
            isBusy = count >= busyBatch && Double(count) > busyRate * ((now - start) / .seconds(1))
        }
        start = now
    }

    /// Time to wait after the commit that has just ended, or nil to continue at once.
    func pause(at now: ContinuousClock.Instant) -> Duration? {
        guard isBusy, let start, now - start < interval else { return nil }
        return interval - (now - start)
    }
}
