import NexusCore

/// When a request of a polled socket is repeated: a repeated one loses and doubles nothing, since frames are numbered.
struct PollingRetry: Equatable, Sendable {
    enum Verdict: Equatable, Sendable {
        /// Repeat it after so many milliseconds.
        case again(after: Int64)
        /// The socket is lost: cursors repair what it missed.
        case over
    }

    /// Failures in a row after which the socket counts as lost.
    static let failureLimit = 3
    /// Milliseconds until the first repetition; twice as long until each further one.
    static let firstDelay: Int64 = 250
    /// The longest that a socket waits for a limit of the server, in milliseconds.
    static let longestWait: Int64 = 30_000
    /// The shortest time for which a poll asks to be held, in milliseconds.
    static let shortestHold: Int64 = 5_000

    /// Milliseconds for which polls ask to be held: halved while a proxy cuts longer ones off.
    private(set) var hold = Limits.pollHoldMilliseconds
    private var failures = 0

    mutating func succeeded() { failures = 0 }

    /// - Parameter duration: milliseconds that the failed request took.
    mutating func failed(_ error: ClientError, after duration: Int64) -> Verdict {
        switch error {
        case .refused(let refusal) where refusal.code == .rateLimited || refusal.code == .overloaded:
            let wait = refusal.retryAfter ?? 1_000
            return wait <= PollingRetry.longestWait ? .again(after: max(wait, 100)) : .over
        case .offline, .invalidAnswer:
            if duration >= PollingRetry.shortestHold, hold > PollingRetry.shortestHold {
                hold = max(hold / 2, PollingRetry.shortestHold)
                return .again(after: PollingRetry.firstDelay)
            }
            failures += 1
            guard failures <= PollingRetry.failureLimit else { return .over }
            return .again(after: PollingRetry.firstDelay << (failures - 1))
        default:
            return .over
        }
    }
}
