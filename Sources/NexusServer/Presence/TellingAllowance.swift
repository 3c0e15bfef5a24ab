/// The rate limit of announcements of a user: a burst, then one a second. Faster changes are coalesced, and the final
/// state is always announced.
struct TellingAllowance {
    static let atOnce: Int64 = 5
    /// Milliseconds in which one more is allowed.
    static let interval: Int64 = 1_000

    /// The time at which all of them are allowed again.
    private var full: Int64

    init(at uptime: Int64) { full = uptime }

    /// Takes a token if there is one.
    mutating func take(at uptime: Int64) -> Bool {
        let used = max(0, full - uptime)
        guard used <= (TellingAllowance.atOnce - 1) * TellingAllowance.interval else { return false }
        full = uptime + used + TellingAllowance.interval
        return true
    }
}
