/// How often others are told of the same person: a few times at once, then once a second. Who comes and goes faster than that is
/// told of less often, and always in the end.
struct TellingAllowance {
    static let atOnce: Int64 = 5
    /// Milliseconds in which one more is allowed.
    static let interval: Int64 = 1_000

    /// The time at which all of them are allowed again.
    private var full: Int64

    init(at uptime: Int64) { full = uptime }

    /// Takes one if there is one.
    mutating func take(at uptime: Int64) -> Bool {
        let used = max(0, full - uptime)
        guard used <= (TellingAllowance.atOnce - 1) * TellingAllowance.interval else { return false }
        full = uptime + used + TellingAllowance.interval
        return true
    }
}
