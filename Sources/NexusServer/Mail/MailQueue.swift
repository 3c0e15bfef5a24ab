import NexusCore
import NexusDatabase

/// Where e-mails are queued, in the transaction of what they tell.
struct MailQueue: Sendable {
    /// E-mails that may wait; one more is refused.
    static let limit = 10_000
    /// Milliseconds after which an undelivered e-mail is given up, unless it expires earlier.
    static let longestLife: Int64 = 48 * 3_600_000

    let settings: MailSettings
    /// Called after the commit that queued an e-mail.
    let wake: @Sendable () -> Void

    /// Queues an e-mail. An address that mail servers do not accept everywhere becomes a failure at once, for administrators to see.
    ///
    /// - Parameters:
    ///   - subject: the identifier of what the e-mail tells of; see `MailRepository.withdraw(_:about:_:)`.
    ///   - expiry: when the e-mail has lost its purpose, such as the end of its link.
    /// - Throws: `Refusal` (`overloaded`).
    @discardableResult
    func add(
        _ kind: MailKind, _ content: MailContent, to address: String, about subject: SQLValue = .null,
        until expiry: Timestamp, at now: Timestamp, _ transaction: Transaction
    ) throws -> MailID {
        guard try MailRepository.waitingCount(in: transaction) < MailQueue.limit else {
            throw Refusal(.overloaded, "Too many e-mails wait to be sent. Try again later.", retryAfter: 60_000)
        }
        var mail = QueuedMail(
            id: MailID(at: now), kind: kind, to: address, state: .waiting, attempts: 0, createdAt: now, dueAt: now,
            reason: "")
        let message = MailAddress(address).map {
            MailMessage(id: mail.id, date: now, from: settings.sender, to: $0, content: content)
        }
        if message == nil {
            mail.state = .failed
            mail.reason = MailFailure(.addressUnsupported).text
        }
        let end = min(expiry, now.advanced(by: MailQueue.longestLife))
        try MailRepository.insert(mail, content: message?.bytes, about: subject, until: end, transaction)
        return mail.id
    }
}
