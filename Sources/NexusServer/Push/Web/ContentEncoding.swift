import Crypto
import Foundation

/// The content encoding `aes128gcm` (RFC 8188) with one record.
enum ContentEncoding {
    static let recordSize = 4_096
    static let saltBytes = 16
    private static let tagBytes = 16

    /// - Parameters:
    ///   - padding: zero bytes that follow the text's end, which hide its length.
    ///   - keyID: at most 255 bytes that tell the recipient which key it is.
    /// - Returns: header and record.
    /// - Throws: `CryptoKitError`, never for valid keys.
    static func seal(
        _ plaintext: [UInt8], padding: Int = 0, key: SymmetricKey, salt: [UInt8], keyID: [UInt8]
    ) throws -> [UInt8] {
        func derived(_ info: String, _ bytes: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: key, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8),
                outputByteCount: bytes)
        }
        let contentKey = derived("aes128gcm", 16)
        // The first record's nonce is the derived one: its sequence number is 0.
        let nonce = try derived("nonce", 12).withUnsafeBytes { try AES.GCM.Nonce(data: Array($0)) }
        // 2 ends the last record's text.
        let record = plaintext + [2] + [UInt8](repeating: 0, count: padding)
        let sealed = try AES.GCM.seal(record, using: contentKey, nonce: nonce)
        var body = salt
        body.reserveCapacity(salt.count + 5 + keyID.count + record.count + tagBytes)
        withUnsafeBytes(of: UInt32(recordSize).bigEndian) { body += $0 }
        body.append(UInt8(truncatingIfNeeded: keyID.count))
        body += keyID
        body += sealed.ciphertext
        body += sealed.tag
        return body
    }
}
