import NexusIntelligence

/// The mail server, and how to sign in to it.
public struct SMTPSettings: Sendable {
    public enum Security: Equatable, Sendable {
        /// TLS from the first byte (RFC 8314 §3.3): port 465.
        case tls
        /// TLS after `STARTTLS` (RFC 3207), never without: port 587.
        case startTLS
        /// No encryption: for a mail server on this machine.
        case plain
    }

    public struct Login: Sendable {
        public var user: String
        public var password: Secret
    }

    public var security: Security
    public var host: String
    public var port: Int
    /// Nil for a server that asks for none.
    public var login: Login?
    /// The path of a PEM file with the only trusted authorities; nil for those of the system.
    public var roots: String?
}
