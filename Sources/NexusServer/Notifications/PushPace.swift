import NexusCore

/// How push notifications are paced.
struct PushPace: Sendable {
    /// Milliseconds after a message's post until which it announces itself; for urgent ones.
    static let life: Int64 = 4 * 3_600_000
    static let urgentLife: Int64 = 24 * 3_600_000

    /// Milliseconds between two looks at the queue while something is on its way, and after one beyond its first batch that found
    /// nothing.
    static let look: Int64 = 1_000

    /// Notifications that are read together; those that are read where a batch has to wait for its hosts.
    var batch = 128
    var depth = 4_096
    /// Notifications that are on their way to one service at a time; of Web Push, to the services of browsers and to all other hosts each.
    var concurrency = 32
    /// Those that are on their way to the service of one browser, and to one other host.
    var knownConcurrency = 24
    var originConcurrency = 4
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
