import Foundation

/// How to reach NATS, and as whom.
public struct NatsSettings: Equatable, Sendable {
    /// Who the nodes are for the servers of the bus.
    public enum Login: Equatable, Sendable {
        case nobody
        case user(String, password: String)
        case token(String)
        /// A file with a user's JWT and seed, as `nsc` writes it.
        case credentials(file: String)
        /// A user's public key, and the file of its seed.
        case key(String, seedFile: String)
    }

    /// As `nats://HOST:PORT`, without user and password; at least one.
    public var servers: [String]
    public var isSecure: Bool
    public var login: Login
    /// A PEM file of the authorities that the servers' certificates must have; nil for the system's.
    public var authorities: String?
    /// PEM files of a certificate of the nodes' own, and of its key.
    public var certificate: (chain: String, key: String)?
    /// What this node is called in the servers' own reports.
    public var name = "nexus"

    public init(
        servers: [String], isSecure: Bool = false, login: Login = .nobody, authorities: String? = nil,
        certificate: (chain: String, key: String)? = nil
    ) {
        self.servers = servers
        self.isSecure = isSecure
        self.login = login
        self.authorities = authorities
        self.certificate = certificate
    }

    public static func == (one: NatsSettings, other: NatsSettings) -> Bool {
        one.servers == other.servers && one.isSecure == other.isSecure && one.login == other.login
            && one.authorities == other.authorities && one.certificate?.chain == other.certificate?.chain
            && one.certificate?.key == other.certificate?.key && one.name == other.name
    }

    /// The authorities that are trusted.
    var trusted: String? {
        authorities ?? NatsSettings.systemAuthorities.first { FileManager.default.isReadableFile(atPath: $0) }
    }

    private static let systemAuthorities = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]
}

extension NatsSettings.Login: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    // No description, log or dump shows a secret.
    public var description: String { "(secret)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Settings of NATS that cannot be used. The text holds no secrets.
public struct NatsError: Error, Equatable, Sendable {
    public let text: String
}
