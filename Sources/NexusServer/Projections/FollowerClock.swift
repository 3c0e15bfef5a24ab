/// The time that followers wait by; tests set it.
struct FollowerClock: Sendable {
    /// Time since any fixed moment.
    var now: @Sendable () -> Duration
    /// - Throws: `CancellationError`.
    var sleep: @Sendable (Duration) async throws -> Void

    /// The clock of the machine.
    static let continuous = {
        let start = ContinuousClock.now
        return FollowerClock(
            now: { start.duration(to: .now) },
            sleep: { try await Task.sleep(for: $0) })
    }()
}

/// The backoff of a follower: doubled after each failure, up to a limit.
struct FollowerBackoff: Sendable {
    var first = Duration.milliseconds(250)
    var longest = Duration.seconds(30)

    /// - Parameter failures: in a row, one at least.
    func delay(after failures: Int) -> Duration {
        min(longest, first * (1 << min(max(failures, 1) - 1, 20)))
    }
}
