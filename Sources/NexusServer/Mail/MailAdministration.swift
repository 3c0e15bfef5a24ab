import NexusCore
import NexusDatabase

/// Shows administrators the queue of e-mails, and tests the mail server.
struct MailAdministration: Sendable {
    /// E-mails of each state in one answer, at most.
    static let rowsPerState = 100

    let database: any Database
    /// Nil where no mail server is configured.
    let mail: (settings: MailSettings, transport: any MailTransport, delivery: MailDelivery)?
    let limit: UserLimit
    let now: @Sendable () -> Timestamp

    /// - Throws: `Refusal` (`forbidden`).
    func report(for user: UserID) async throws -> MailReport {
        var report = try await database.read { reader in
            try AccountStatus.requireAdministrator(user, reader)
            return MailReport(
                waiting: try MailRepository.waiting(in: reader).count,
                mails: try MailRepository.list(limit: MailAdministration.rowsPerState, in: reader))
        }
        if let mail {
            report.isOn = true
            report.server = "\(mail.settings.smtp.host):\(mail.settings.smtp.port)"
            report.sender = mail.settings.sender.address.text
            report.problem = mail.delivery.problem
        }
        return report
    }

    /// Sends a test message at once, past the queue.
    ///
    /// - Throws: `Refusal`: `forbidden`, `mail_unavailable`, `invalid_email`, `rate_limited`; `mail_failed` with the reason.
    func test(_ request: MailTest, by user: UserID) async throws {
        let team = try await database.read { reader in
            try AccountStatus.requireAdministrator(user, reader)
            return try TeamRepository.info(reader).team
        }
        guard let mail else { throw Refusal.mailUnavailable }
        guard let address = MailAddress(request.to) else {
            throw Refusal(.invalidEmail, "That is not an e-mail address.")
        }
        try limit.take(user)
        let time = now()
        let message = MailMessage(
            id: MailID(at: time), date: time, from: mail.settings.sender, to: address,
            content: .test(team: team, server: mail.settings.server))
        let envelope = SMTPEnvelope(
            id: message.id, from: mail.settings.sender.address, to: address, content: message.bytes)
        let outcome = await mail.transport.send([envelope], patience: .short)
        guard let failure = outcome[message.id] ?? MailFailure(.closed) else { return }
        throw Refusal(.mailFailed, failure.text)
    }
}

extension Refusal {
    static let mailUnavailable = Refusal(
        .mailUnavailable, "This server sends no e-mail: its operator has not set NEXUS_SMTP_URL.")
}
