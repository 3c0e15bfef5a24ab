import Foundation

/// A link that a server gave out: its address, and a secret behind `#`, which browsers send to no server.
struct ServerLink {
    let server: String
    let secret: String

    /// The text of a link.
    static func text(server: String, path: String, secret: String) -> String {
        "\(server.hasSuffix("/") ? String(server.dropLast()) : server)\(path)#\(secret)"
    }

    /// - Throws: `CommandProblem` for anything but `https://server/path#secret`.
    init(_ text: String, path: String) throws {
        guard var parts = URLComponents(string: text), let secret = parts.fragment, !secret.isEmpty,
            parts.path == path, parts.host?.isEmpty == false
        else { throw CommandProblem("\"\(text)\" is not a link like https://chat.example.org\(path)#….") }
        parts.fragment = nil
        parts.path = ""
        parts.query = nil
        server = parts.string ?? ""
        self.secret = secret
    }
}
