import Crypto
import Foundation
import NexusCore

/// Access and refresh tokens, in URL-safe Base64 (RFC 4648 §5). The server keeps only their SHA-256.
///
/// An access token is 256 random bits. A refresh token is the identifier of its session, 256 random bits and an HMAC of
/// this server: so a token that was spent many refreshes ago still identifies its session, with no list of spent
/// tokens, and a session's identifier alone cannot end it.
enum Token {
    private static let identifierBytes = 16
    private static let codeBytes = 16

    static func randomBytes() -> [UInt8] { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }

    /// The secret of a link that the server gives out, or of an access token.
    static func link() -> String { Base64URL.text(of: randomBytes()) }

    /// The refresh token of a session with those 32 random bytes.
    static func refresh(of session: SessionID, from bytes: [UInt8], secret: [UInt8]) -> String {
        let body =
            [session.high, session.low].flatMap { word in (0..<8).map { UInt8(word >> (56 - 8 * $0) & 0xFF) } } + bytes
        return Base64URL.text(of: body + code(of: body, secret: secret))
    }

    /// The session of a refresh token, spent or not; `nil` for a foreign token.
    static func session(ofRefresh token: String, secret: [UInt8]) -> SessionID? {
        guard let bytes = Base64URL.bytes(of: token), bytes.count == identifierBytes + 32 + codeBytes else {
            return nil
        }
        let body = Array(bytes.dropLast(codeBytes))
        // Digests compare in constant time.
        guard SHA256.hash(data: code(of: body, secret: secret)) == SHA256.hash(data: bytes.suffix(codeBytes)) else {
            return nil
        }
        let words = [body[0..<8], body[8..<16]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        return SessionID(high: words[0], low: words[1])
    }

    /// The 32 bytes of a token's successor for one attempt: deterministic, and unpredictable without `secret`.
    static func successor(of token: String, attempt: String, purpose: String, secret: [UInt8]) -> [UInt8] {
        authenticated([purpose, token, attempt].map { Array($0.utf8) }, secret: secret)
    }

    static func hash(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }

    private static func code(of body: [UInt8], secret: [UInt8]) -> [UInt8] {
        Array(authenticated([Array("refresh token".utf8), body], secret: secret).prefix(codeBytes))
    }

    /// HMAC-SHA256 (RFC 2104) over the hashes of the parts, so that no two lists of parts run into the same bytes.
    private static func authenticated(_ parts: [[UInt8]], secret: [UInt8]) -> [UInt8] {
        var code = HMAC<SHA256>(key: SymmetricKey(data: secret))
        for part in parts { code.update(data: SHA256.hash(data: part).withUnsafeBytes { Array($0) }) }
        return Array(code.finalize())
    }
}
