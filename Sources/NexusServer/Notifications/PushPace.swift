import NexusCore

/// How push notifications are paced.
struct PushPace: Sendable {
    /// Milliseconds after a message's post until which it announces itself; for urgent ones.
    static let life: Int64 = 4 * 3_600_000
    static let urgentLife: Int64 = 24 * 3_600_000

    /// Notifications that are read, sent and settled together.
    var batch = 256
    /// Notifications that are on their way to one service at a time.
    var concurrency = 32
    /// Milliseconds until the second attempt; each later one waits twice as long, up to the longest.
    var firstRetry: Int64 = 5_000
    var longestRetry: Int64 = 900_000

    /// Milliseconds until the next attempt.
    ///
    /// - Parameter attempts: those that failed, one at least.
    func delay(after attempts: Int) -> Int64 {
        min(longestRetry, firstRetry << min(max(attempts, 1) - 1, 16))
    }
}
