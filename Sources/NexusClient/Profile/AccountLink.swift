import Foundation

/// A link of a server that leads to an account, such as `https://chat.example.org/join#…`.
public struct AccountLink: Equatable, Sendable {
    public enum Purpose: String, Equatable, Sendable, CaseIterable {
        /// Sets a fresh server up.
        case setUp = "setup"
        /// An invitation.
        case join
        /// Sets a new password.
        case reset
        /// Confirms a new e-mail address.
        case confirm
    }

    public let server: ServerAddress
    public let purpose: Purpose
    /// The part behind `#`.
    public let secret: String

    /// - Throws: ``ClientError/invalidAddress(_:)`` for a text that is no such link.
    public init(_ text: String) throws(ClientError) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard var parts = URLComponents(string: trimmed), let secret = parts.fragment, !secret.isEmpty,
            let purpose = Purpose(rawValue: String(parts.path.drop { $0 == "/" }))
        else { throw .invalidAddress(text) }
        parts.fragment = nil
        parts.path = ""
        guard let address = parts.string else { throw .invalidAddress(text) }
        server = try ServerAddress(address)
        self.purpose = purpose
        self.secret = secret
    }
}
