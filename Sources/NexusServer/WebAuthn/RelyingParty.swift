import Crypto

/// The server, as authenticators know it: passkeys are bound to its host, and are used on pages of its origin alone.
struct RelyingParty: Equatable, Sendable {
    /// The host name.
    let id: String
    let origin: String

    /// - Parameter origin: a scheme and an authority, in lower case.
    /// - Returns: nil where browsers have no passkeys: without TLS, except on `localhost`, and on an IP address (WebAuthn Level 3 §5.1.2).
    init?(scheme: String, authority: String) {
        guard !authority.hasPrefix("[") else { return nil }
        let host = String(authority.prefix { $0 != ":" })
        let isLocal = host == "localhost" || host.hasSuffix(".localhost")
        guard scheme == "https" || isLocal, !host.isEmpty, !RelyingParty.isAddress(host) else { return nil }
        id = host
        origin = "\(scheme)://\(authority)"
    }

    var hash: [UInt8] { Array(SHA256.hash(data: Array(id.utf8))) }

    /// Whether a host is an IPv4 address: its last label is a number (WHATWG URL, "ends in a number").
    private static func isAddress(_ host: String) -> Bool {
        let last = host.split(separator: ".").last ?? ""
        return !last.isEmpty && last.utf8.allSatisfy { 48...57 ~= $0 } || last.hasPrefix("0x")
    }
}
