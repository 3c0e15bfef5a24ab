import Crypto
import Foundation

/// Access and refresh tokens: 256 bits in URL-safe Base64 (RFC 4648 §5). The server keeps only their SHA-256.
enum Token {
    static func random() -> String {
        encoded(SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
    }

    /// The successor of a token for one attempt: the same for the same attempt, and to be guessed by nobody without `secret`.
    static func successor(of token: String, attempt: String, purpose: String, secret: [UInt8]) -> String {
        var code = HMAC<SHA256>(key: SymmetricKey(data: secret))
        for part in [purpose, token, attempt] {
            code.update(data: SHA256.hash(data: Array(part.utf8)).withUnsafeBytes { Array($0) })
        }
        return encoded(Array(code.finalize()))
    }

    static func hash(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }

    private static func encoded(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
