import Foundation

@testable import NexusServer

/// An authenticator app: the present code of a key.
enum AuthenticatorApp {
    static func code(of key: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = key.flatMap { letter in
            let value = alphabet.firstIndex(of: letter) ?? 0
            return (0..<5).map { value >> (4 - $0) & 1 }
        }
        let secret = stride(from: 0, to: bits.count - 7, by: 8).map { start in
            UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
        }
        let step = Int64(Date().timeIntervalSince1970) / 30
        return String(format: "%06d", Int(TOTP.code(secret, step: step)))
    }
}
