import Foundation
import NexusIntelligence

extension SMTPSettings {
    /// Reads `smtps://user@host`, `smtp+starttls://user@host:587` or `smtp://localhost:25`. A user's reserved characters are
    /// percent-encoded: `me%40example.org`.
    ///
    /// - Parameters:
    ///   - password: needed with a user, refused without one.
    ///   - allowsPlain: whether `smtp://` may leave this machine.
    /// - Throws: `MailSettingsError`.
    public init(url: String, password: Secret?, allowsPlain: Bool = false) throws(MailSettingsError) {
        func problem(_ text: String) -> MailSettingsError { MailSettingsError("NEXUS_SMTP_URL", text) }
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            let (security, ownPort) = SMTPSettings.schemes[scheme], let encodedHost = parts.host, !encodedHost.isEmpty
        else { throw problem("is an address like smtps://user@mail.example.org.") }
        guard parts.password == nil else {
            throw problem("holds no password: that is in NEXUS_SMTP_PASSWORD or NEXUS_SMTP_PASSWORD_FILE.")
        }
        guard parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil else {
            throw problem("has nothing after its port.")
        }
        guard (1...65_535).contains(parts.port ?? ownPort) else { throw problem("has a port from 1 to 65535.") }
        let host = encodedHost.hasPrefix("[") ? String(encodedHost.dropFirst().dropLast()) : encodedHost
        guard security != .plain || allowsPlain || SMTPSettings.isLoopback(host) else {
            throw problem("has no encryption. Use smtps:// or smtp+starttls://, or allow it with NEXUS_SMTP_PLAIN=on.")
        }
        let user = parts.user.flatMap { $0.isEmpty ? nil : $0 }
        guard user?.unicodeScalars.contains(where: { $0.value < 32 }) != true else {
            throw problem("has a user with control characters.")
        }
        switch (user, password) {
        case (let user?, let password?): login = Login(user: user, password: password)
        case (nil, nil): login = nil
        case (_?, nil):
            throw MailSettingsError("NEXUS_SMTP_PASSWORD", "is missing, though NEXUS_SMTP_URL names a user.")
        case (nil, _?): throw problem("names no user, though a password is set.")
        }
        self.security = security
        self.host = host
        port = parts.port ?? ownPort
    }

    /// The security and the usual port of each scheme.
    private static let schemes: [String: (Security, Int)] = [
        "smtps": (.tls, 465), "smtp+starttls": (.startTLS, 587), "smtp": (.plain, 25),
    ]

    private static func isLoopback(_ host: String) -> Bool {
        host.lowercased() == "localhost" || host == "::1"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
