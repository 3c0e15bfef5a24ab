import Crypto
import NexusCore

/// Time-based one-time codes (RFC 6238) with SHA-1, 6 digits and steps of 30 seconds, which every authenticator app has.
enum TOTP {
    static let digits = 6
    /// Milliseconds of a step.
    static let stepLength: Int64 = 30_000
    /// Steps before and after the present one whose codes are accepted: clocks differ, and typing takes time (RFC 6238 §5.2).
    static let tolerance: Int64 = 1
    /// Bytes of a secret (RFC 4226 §4, R6).
    static let secretBytes = 20

    static func step(at time: Timestamp) -> Int64 { time.milliseconds / stepLength }

    /// The code of a step, as a number (RFC 4226 §5.3).
    static func code(_ secret: [UInt8], step: Int64, digits: Int = digits) -> UInt32 {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * Int64($0))) }
        let hash = Array(
            HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret)))
        let offset = Int(hash[19] & 15)
        let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return number % (0..<digits).reduce(1) { power, _ in power * 10 }
    }

    /// The step of a typed code at a time; nil for a wrong code, and for one of a step that is not after `last`, since a code works
    /// once (RFC 6238 §5.2).
    static func step(of typed: String, _ secret: [UInt8], at time: Timestamp, after last: Int64) -> Int64? {
        guard typed.utf8.count == digits, typed.utf8.allSatisfy({ 48...57 ~= $0 }), let number = UInt32(typed) else {
            return nil
        }
        let now = step(at: time)
        return (now - tolerance...now + tolerance).first { $0 > last && code(secret, step: $0) == number }
    }
}
