import Foundation

/// The address of a server.
public struct ServerAddress: Equatable, Sendable, CustomStringConvertible {
    public let isSecure: Bool
    public let host: String
    public let port: Int

    /// Parses `http://host:port` or `https://host`. Without a scheme, a local address uses http and any other https.
    /// Paths, queries and user names are not part of a server's address.
    ///
    /// - Throws: ``ClientError/invalidAddress(_:)``.
    public init(_ text: String) throws(ClientError) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let hasScheme = trimmed.contains("://")
        guard let parts = URLComponents(string: hasScheme ? trimmed : "nexus://" + trimmed), let host = parts.host,
            !host.isEmpty, parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.user == nil
        else {
            throw .invalidAddress(text)
        }
        switch hasScheme ? parts.scheme?.lowercased() : nil {
        case "http": isSecure = false
        case "https": isSecure = true
        case nil: isSecure = !(host == "localhost" || host == "[::1]" || host.hasPrefix("127."))
        default: throw .invalidAddress(text)
        }
        let port = parts.port ?? (isSecure ? 443 : 80)
        guard (1...65_535).contains(port) else { throw .invalidAddress(text) }
        self.host = host
        self.port = port
    }

    /// `scheme://host:port`, without the scheme's default port.
    public var description: String {
        let isUsual = port == (isSecure ? 443 : 80)
        return "\(isSecure ? "https" : "http")://\(host)\(isUsual ? "" : ":\(port)")"
    }

    /// The host for a socket: an IPv6 address without its brackets.
    var socketHost: String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }
}
