import NexusCore

/// The e-mails that wait.
struct MailBacklog: Equatable, Sendable {
    var count = 0
    /// When the oldest was queued.
    var oldest: Timestamp?
    /// When the next attempt is due.
    var due: Timestamp?
    /// When the next e-mail expires.
    var expiry: Timestamp?
}
