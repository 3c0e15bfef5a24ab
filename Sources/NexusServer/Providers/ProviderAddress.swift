import Foundation

/// Decides which addresses of a provider may be fetched or opened.
enum ProviderAddress {
    /// Maximum bytes of an address.
    static let bytes = 2_000

    /// Whether it is `https`, or `http` on this machine, without a name and password.
    static func isAllowed(_ text: String) -> Bool {
        guard text.utf8.count <= bytes, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: text), let host = parts.host?.lowercased(), !host.isEmpty,
            parts.user == nil, parts.password == nil
        else { return false }
        return parts.scheme == "https" || parts.scheme == "http" && isLoopback(host)
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
    }

    /// An address with further parameters in its query.
    static func adding(_ parameters: [(String, String)], to address: String) -> String {
        address + (address.contains("?") ? "&" : "?") + form(parameters)
    }

    /// Parameters as `application/x-www-form-urlencoded`.
    static func form(_ parameters: [(String, String)]) -> String {
        parameters.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
    }

    /// A text with all but unreserved characters percent-encoded (RFC 3986 §2.3).
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
