import NexusCore

/// The way to a mail server; tests replace it.
protocol MailTransport: Sendable {
    /// Hands over e-mails on one connection.
    ///
    /// - Returns: for each e-mail nil if the server answers for it from now on, else why not.
    func send(_ mails: [SMTPEnvelope], patience: SMTPPatience) async -> [MailID: MailFailure?]
}
