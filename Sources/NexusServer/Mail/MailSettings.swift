import NexusIntelligence

/// The operator's settings of e-mail.
public struct MailSettings: Sendable {
    public var smtp: SMTPSettings
    /// The sender of every e-mail, as `Nexus <nexus@example.org>`.
    let sender: Mailbox
    /// Where the links in e-mails lead: the server's public address without a slash at its end.
    public var server: String

    /// - Throws: `MailSettingsError` for a sender that is no e-mail address.
    public init(smtp: SMTPSettings, from: String, server: String) throws(MailSettingsError) {
        guard let sender = Mailbox(from) else {
            throw MailSettingsError("NEXUS_MAIL_FROM", "is an e-mail address, such as Nexus <nexus@example.org>.")
        }
        self.smtp = smtp
        self.sender = sender
        self.server = server
    }

    /// Reads `NEXUS_SMTP_URL`, `NEXUS_SMTP_PASSWORD` or `NEXUS_SMTP_PASSWORD_FILE`, `NEXUS_SMTP_ROOTS`, `NEXUS_SMTP_PLAIN` and
    /// `NEXUS_MAIL_FROM`.
    ///
    /// - Parameter publicAddress: the address that links lead to.
    /// - Returns: nil if no mail server is configured.
    /// - Throws: `MailSettingsError`.
    public init?(environment: [String: String], publicAddress: PublicAddress?) throws(MailSettingsError) {
        func text(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        guard let url = text("NEXUS_SMTP_URL") else {
            let others = [
                "NEXUS_MAIL_FROM", "NEXUS_SMTP_PASSWORD", "NEXUS_SMTP_PASSWORD_FILE", "NEXUS_SMTP_ROOTS",
                "NEXUS_SMTP_PLAIN",
            ]
            if let named = others.first(where: { text($0) != nil }) {
                throw MailSettingsError("NEXUS_SMTP_URL", "is missing, though \(named) is set.")
            }
            return nil
        }
        guard let from = text("NEXUS_MAIL_FROM") else {
            throw MailSettingsError("NEXUS_MAIL_FROM", "is missing, though NEXUS_SMTP_URL is set.")
        }
        // A link made of a request's Host header would lead where its sender wants.
        guard let publicAddress else {
            throw MailSettingsError(
                "NEXUS_PUBLIC_URL", "is missing, though NEXUS_SMTP_URL is set: links in e-mails lead there.")
        }
        let password = try MailSettings.password(in: environment)
        var smtp = try SMTPSettings(
            url: url, password: password, allowsPlain: try MailSettings.allowsPlain(text("NEXUS_SMTP_PLAIN")))
        smtp.roots = text("NEXUS_SMTP_ROOTS")
        try self.init(smtp: smtp, from: from, server: publicAddress.origin)
    }

    private static func allowsPlain(_ text: String?) throws(MailSettingsError) -> Bool {
        switch text {
        case nil, "off": return false
        case "on": return true
        default: throw MailSettingsError("NEXUS_SMTP_PLAIN", "is on or off.")
        }
    }

    private static func password(in environment: [String: String]) throws(MailSettingsError) -> Secret? {
        do {
            return try SecretSetting.read("NEXUS_SMTP_PASSWORD", .password, in: environment)
        } catch {
            throw MailSettingsError(error.variable, error.problem)
        }
    }
}

/// An invalid setting of e-mail. The text names the variable, never its value.
public struct MailSettingsError: Error, Equatable, Sendable {
    public let variable: String
    public let text: String

    public init(_ variable: String, _ problem: String) {
        self.variable = variable
        text = "\(variable) \(problem)"
    }
}
