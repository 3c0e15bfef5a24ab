import Crypto
import NexusCore
import NexusDatabase

/// The links in e-mails that end them with one click (RFC 8058): the user, authenticated by a secret of the server, and valid for good.
struct Unsubscription: Sendable {
    static let path = "/v1/notifications/unsubscribe"

    /// base64url of the user's identifier and its HMAC-SHA-256.
    func token(of user: UserID, _ transaction: Transaction) throws -> String {
        try transaction.run(
            "INSERT INTO secrets (name, value) VALUES ('unsubscribe', $1) ON CONFLICT (name) DO NOTHING",
            .blob(Token.randomBytes()))
        let id = Self.bytes(of: user)
        guard let key = try key(transaction) else { throw DatabaseError(.corrupt, detail: "a secret is missing") }
        return Base64URL.text(of: id + Array(HMAC<SHA256>.authenticationCode(for: id, using: key)))
    }

    /// Ends a user's e-mails about unread messages.
    ///
    /// - Throws: `Refusal` (`invalid_request`) for a link that is not from this server.
    func end(_ token: String, through gate: OperationGate, in database: any Database, at now: Timestamp) async throws {
        guard let bytes = Base64URL.bytes(of: token), bytes.count == 16 + SHA256.byteCount else {
            throw Refusal.unknownUnsubscription
        }
        let id = Array(bytes.prefix(16))
        let isValid = try await database.read { reader in
            guard let key = try key(reader) else { return false }
            return HMAC<SHA256>.isValidAuthenticationCode(bytes.dropFirst(16), authenticating: id, using: key)
        }
        guard isValid else { throw Refusal.unknownUnsubscription }
        let change = ProfileChange(notifications: NotificationChange(mail: .off))
        _ = try await gate.apply(
            Operation(id: OperationID(at: now), kind: .updateProfile(change)),
            by: UserID(high: Self.number(id[0..<8]), low: Self.number(id[8..<16])))
    }

    private func key(_ reader: Reader) throws -> SymmetricKey? {
        try reader.first("SELECT value FROM secrets WHERE name = 'unsubscribe'") {
            SymmetricKey(data: try $0.next([UInt8].self))
        }
    }

    private static func bytes(of user: UserID) -> [UInt8] {
        [user.high, user.low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

extension Refusal {
    static let unknownUnsubscription = Refusal(
        .invalidRequest,
        "This link is not complete. Open it from the e-mail again, or turn e-mails off in the settings.")
}
