/// Why an e-mail was not accepted.
struct MailFailure: Error, Equatable, Sendable {
    enum Kind: Equatable, Sendable, CaseIterable {
        // The connection's: they concern every e-mail.
        case unknownHost, unreachable, untrustedCertificate, otherCertificate, noTLS, noSTARTTLS, injected
        case noAuthentication, authenticationRefused, greetingRefused, timedOut, closed, malformed
        // Those of one e-mail.
        case senderRefused, recipientRefused, contentRefused, addressUnsupported
    }

    var kind: Kind
    /// What the server or the system said, in one line; empty for nothing.
    var detail = ""
    /// Whether a repetition is useless.
    var isPermanent = false

    init(_ kind: Kind, detail: String = "", isPermanent: Bool = false) {
        self.kind = kind
        self.detail = detail
        self.isPermanent = isPermanent
    }

    /// Whether it says nothing of other e-mails.
    var concernsOneMail: Bool {
        switch kind {
        case .senderRefused, .recipientRefused, .contentRefused, .addressUnsupported: true
        default: false
        }
    }

    /// A sentence without names or addresses, and what to check.
    var summary: String {
        switch kind {
        case .unknownHost: "The mail server's name was not found. Check the host of NEXUS_SMTP_URL."
        case .unreachable: "The mail server cannot be reached. Check host and port of NEXUS_SMTP_URL, and firewalls."
        case .untrustedCertificate:
            "The mail server's certificate is not trusted. Use a valid one, or name its authority in NEXUS_SMTP_ROOTS."
        case .otherCertificate:
            "The mail server's certificate is for another name. Use that name in NEXUS_SMTP_URL."
        case .noTLS: "The mail server did not begin TLS. Check port and scheme of NEXUS_SMTP_URL."
        case .noSTARTTLS:
            "The mail server does not offer STARTTLS, so nothing was sent. Use smtps:// if it listens there."
        case .injected: "The connection to the mail server was tampered with before TLS began."
        case .noAuthentication: "The mail server offers neither AUTH PLAIN nor AUTH LOGIN."
        case .authenticationRefused:
            "The mail server refused the user or the password. Check NEXUS_SMTP_URL and NEXUS_SMTP_PASSWORD."
        case .greetingRefused: "The mail server does not accept this server's connections."
        case .timedOut: "The mail server did not answer in time."
        case .closed: "The mail server closed the connection."
        case .malformed: "What answers there is not a mail server. Check port and scheme of NEXUS_SMTP_URL."
        case .senderRefused: "The mail server refused the sender. Check NEXUS_MAIL_FROM."
        case .recipientRefused: "The mail server refused the recipient's address."
        case .contentRefused: "The mail server refused the message."
        case .addressUnsupported: "The address has characters that e-mail servers do not accept everywhere."
        }
    }

    /// The summary, and what the server said.
    var text: String { detail.isEmpty ? summary : "\(summary) (\(detail))" }
}
