import Foundation
import NIOCore

/// A URL of another party, in parts that cannot be read in two ways: the host that is checked is the host that is connected to.
struct PublicURL: Equatable, Sendable {
    /// Maximum bytes of a URL.
    static let bytes = 2_048

    enum Problem: Error, Equatable {
        case tooLong
        /// No `http` or `https` URL of a host.
        case malformed
        /// It names a user or a password.
        case credentials
    }

    let isSecure: Bool
    /// In lower case; an IPv6 address without its brackets.
    let host: String
    let port: Int
    /// The path and the query.
    let path: String

    /// - Throws: ``Problem``.
    init(_ text: String) throws(Problem) {
        guard text.utf8.count <= PublicURL.bytes else { throw .tooLong }
        // A backslash and a fragment are where readers of URLs disagree about the end of the host.
        guard
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#") }),
            let mark = text.firstRange(of: "://")
        else { throw .malformed }
        switch text[..<mark.lowerBound].lowercased() {
        case "https": isSecure = true
        case "http": isSecure = false
        default: throw .malformed
        }
        let rest = text[mark.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = rest[..<end]
        guard !authority.contains("@") else { throw .credentials }
        guard let (host, port) = PublicURL.parts(of: authority) else { throw .malformed }
        self.host = host
        self.port = port ?? (isSecure ? 443 : 80)
        path = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
    }

    /// The address, if the host is one and no name.
    var literal: SocketAddress? { try? SocketAddress(ipAddress: host, port: port) }

    /// Host and port, as the setting of local endpoints names them.
    var authority: String { "\(bracketed):\(port)" }

    /// The serialised origin (RFC 6454, section 6.2).
    var origin: String {
        let isUsual = port == (isSecure ? 443 : 80)
        return "\(isSecure ? "https" : "http")://\(bracketed)\(isUsual ? "" : ":\(port)")"
    }

    var text: String { origin + path }

    /// Whether a client, which reads ``text`` once more, finds the same host.
    var isReadAlike: Bool {
        URL(string: text)?.host?.trimmingCharacters(in: CharacterSet(charactersIn: "[]")) == host
    }

    /// The address that a reference to it leads to (RFC 3986, section 5.2), not yet checked. Segments of dots stay.
    func following(_ reference: String) -> String {
        if reference.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:/) != nil { return reference }
        if reference.hasPrefix("//") { return (isSecure ? "https:" : "http:") + reference }
        if reference.hasPrefix("/") { return origin + reference }
        let own = path.prefix { $0 != "?" }
        if reference.isEmpty || reference.hasPrefix("?") { return origin + own + reference }
        return origin + own[...(own.lastIndex(of: "/") ?? own.startIndex)] + reference
    }

    private var bracketed: String { host.contains(":") ? "[\(host)]" : host }

    /// Reads `host` or `host:port`.
    static func parts(of authority: Substring) -> (host: String, port: Int?)? {
        let host: String
        var rest: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<end].lowercased()
            guard host.contains(":"), host.utf8.allSatisfy({ isHexadecimal($0) || $0 == 0x3A || $0 == 0x2E }),
                (try? SocketAddress(ipAddress: host, port: 0)) != nil
            else { return nil }
            rest = authority[authority.index(after: end)...]
        } else {
            let end = authority.firstIndex(of: ":") ?? authority.endIndex
            host = authority[..<end].lowercased()
            guard isName(host) else { return nil }
            rest = authority[end...]
        }
        guard !rest.isEmpty else { return (host, nil) }
        rest.removeFirst()
        guard (1...5).contains(rest.utf8.count), rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(rest), (1...65_535).contains(port)
        else { return nil }
        return (host, port)
    }

    /// Whether it is a host name or an IPv4 address in its usual form. A name whose last label is a number would be read as an address,
    /// in forms such as `127.1` and `0x7f000001`.
    private static func isName(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...253).contains(host.utf8.count), let last = labels.last,
            labels.allSatisfy({ (1...63).contains($0.utf8.count) && !$0.hasPrefix("-") }),
            host.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F })
        else { return false }
        let isNumber = last.utf8.allSatisfy { (0x30...0x39).contains($0) } || last.hasPrefix("0x")
        return !isNumber || (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
