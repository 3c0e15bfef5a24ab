/// The backoff of e-mails: doubled after each failure, up to a limit.
struct MailPace: Sendable {
    /// E-mails on one connection.
    var batch = 20
    /// Milliseconds.
    var first: Int64 = 15_000
    var longest: Int64 = 3_600_000
    /// The longest pause of all e-mails while the mail server cannot be used.
    var longestPause: Int64 = 300_000

    /// Milliseconds until the next attempt of an e-mail.
    ///
    /// - Parameter attempts: so far, one at least.
    func delay(after attempts: Int) -> Int64 { min(longest, first << Int64(min(max(attempts, 1) - 1, 20))) }

    /// Milliseconds until the next connection.
    ///
    /// - Parameter failures: of connections in a row, one at least.
    func pause(after failures: Int) -> Int64 { min(longestPause, delay(after: failures)) }
}
