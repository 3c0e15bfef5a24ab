import Foundation

/// The public address of a server, such as `https://chat.example.org`: the only origin of its pages.
public struct PublicAddress: Equatable, Sendable {
    /// `http` or `https`.
    public let scheme: String
    /// The host in lower case, with the port unless it is the scheme's own.
    public let authority: String

    /// - Returns: `nil` unless it is a URL of a host without a path.
    public init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host?.lowercased(), !host.isEmpty,
            parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil, parts.user == nil
        else { return nil }
        self.scheme = scheme
        let port = parts.port.map { ":\($0)" } ?? ""
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        authority = PublicAddress.canonical(name + port, scheme: scheme)
    }

    /// The form of `Origin` (RFC 6454 §6.2).
    public var origin: String { "\(scheme)://\(authority)" }

    /// Whether a `Host` header names this address.
    func isNamed(by host: String) -> Bool { PublicAddress.canonical(host.lowercased(), scheme: scheme) == authority }

    private static func canonical(_ authority: String, scheme: String) -> String {
        let ownPort = scheme == "https" ? ":443" : ":80"
        return authority.hasSuffix(ownPort) ? String(authority.dropLast(ownPort.count)) : authority
    }
}
