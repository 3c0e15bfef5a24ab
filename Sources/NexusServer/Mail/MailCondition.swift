import NexusCore

/// How the delivery of e-mails goes.
struct MailCondition: Sendable {
    /// Connections that failed in a row after which it counts as stuck.
    static let stuckAfterFailures = 3
    /// Milliseconds after which a waiting e-mail counts as stuck.
    static let stuckAfter: Int64 = 900_000

    var backlog = MailBacklog()
    /// Connections that failed in a row.
    var failures = 0
    var last: MailFailure?
    /// No connection is opened before.
    var pausedUntil = Timestamp.zero

    /// The problem in words; nil while e-mails are sent.
    func problem(at now: Timestamp) -> String? {
        guard backlog.count > 0 else { return nil }
        let isOld = backlog.oldest.map { now.since($0) >= MailCondition.stuckAfter } ?? false
        guard failures >= MailCondition.stuckAfterFailures || isOld else { return nil }
        let wait = backlog.count == 1 ? "One e-mail waits." : "\(backlog.count) e-mails wait."
        guard let last else { return wait }
        return "\(wait) \(last.summary)"
    }
}
