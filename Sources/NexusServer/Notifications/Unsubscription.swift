import Crypto
import NexusCore
import NexusDatabase

/// The links in e-mails that end them with one click (RFC 8058): the user, authenticated by a secret of the server, and valid for good.
struct Unsubscription: Sendable {
    static let path = "/v1/notifications/unsubscribe"

    /// The user's identifier and its HMAC-SHA-256 as base64url, with a dot between.
    func token(of user: UserID, _ transaction: Transaction) throws -> String {
        try transaction.run(
            "INSERT INTO secrets (name, value) VALUES ('unsubscribe', $1) ON CONFLICT (name) DO NOTHING",
            .blob(Token.randomBytes()))
        guard let key = try key(transaction) else { throw DatabaseError(.corrupt, detail: "a secret is missing") }
        let code = HMAC<SHA256>.authenticationCode(for: Array(user.text.utf8), using: key)
        return "\(user.text).\(Base64URL.text(of: Array(code)))"
    }

    /// Ends a user's e-mails about unread messages.
    ///
    /// - Throws: `Refusal` (`invalid_request`) for a link that is not from this server.
    func end(_ token: String, through gate: OperationGate, in database: any Database, at now: Timestamp) async throws {
        guard let (user, code) = Self.parts(of: token) else { throw Refusal.unknownUnsubscription }
        let isValid = try await database.read { reader in
            guard let key = try key(reader) else { return false }
            return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Array(user.text.utf8), using: key)
        }
        guard isValid else { throw Refusal.unknownUnsubscription }
        let change = ProfileChange(notifications: NotificationChange(mail: .off))
        _ = try await gate.apply(
            Operation(id: OperationID(at: now), kind: .updateProfile(change)),
            by: user)
    }

    /// Nil for a text that is no token.
    static func parts(of token: String) -> (user: UserID, code: [UInt8])? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let user = UserID(parts[0]), let code = Base64URL.bytes(of: parts[1]) else {
            return nil
        }
        return (user, code)
    }

    private func key(_ reader: Reader) throws -> SymmetricKey? {
        try reader.first("SELECT value FROM secrets WHERE name = 'unsubscribe'") {
            SymmetricKey(data: try $0.next([UInt8].self))
        }
    }
}

extension Refusal {
    static let unknownUnsubscription = Refusal(
        .invalidRequest,
        "This link is not complete. Open it from the e-mail again, or turn e-mails off in the settings.")
}
