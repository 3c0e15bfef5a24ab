import Crypto
import Foundation

/// Encrypts what a set stores (docs/decisions/0026). From the operator's key and the set's identifier HKDF-SHA256 (RFC 5869) derives three
/// keys: one that is stored, to recognise the key; one that names objects; and one for their contents.
///
/// Each sealed content has a key of its own, derived with 32 random bytes, and is one message of ChaCha20-Poly1305 (RFC 8439). The
/// derivation also gives 32 bytes that stand in front of it and commit it to its key: no content opens under two keys.
struct BackupCipher: Sendable {
    /// Bytes that a sealed content is longer than the content.
    static let overhead = 32 + 32 + 16

    /// Stored in the open: equal for equal keys alone.
    let check: ContentHash
    private let names: SymmetricKey
    private let contents: SymmetricKey

    init(_ key: BackupKey, set: String) {
        func derived(_ purpose: String) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: key.secret, salt: Array(set.utf8), info: Array("nexus backup 1 \(purpose)".utf8),
                outputByteCount: 32)
        }
        check = ContentHash(prefix: derived("check").withUnsafeBytes { Array($0) })
        names = derived("names")
        contents = derived("contents")
    }

    /// The name of an object, which tells nothing of its content: the HMAC-SHA256 of its digest.
    func name(of digest: ContentHash) -> ContentHash {
        ContentHash(prefix: Array(HMAC<SHA256>.authenticationCode(for: digest.bytes, using: names)))
    }

    /// - Parameter label: what is sealed; it opens under the same label alone.
    func sealed(_ content: [UInt8], as label: String) throws -> [UInt8] {
        let salt = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        let (key, commitment) = messageKey(salt)
        let box = try ChaChaPoly.seal(
            content, using: key, nonce: BackupCipher.nonce(), authenticating: Array(label.utf8))
        return salt + commitment + Array(box.ciphertext) + Array(box.tag)
    }

    /// - Returns: nil for anything but what ``sealed(_:as:)`` made with this key and label.
    func opened(_ sealed: [UInt8], as label: String) -> [UInt8]? {
        guard sealed.count >= BackupCipher.overhead else { return nil }
        let (key, commitment) = messageKey(Array(sealed[..<32]))
        // Both are public: a comparison in constant time protects nothing.
        guard Array(sealed[32..<64]) == commitment else { return nil }
        guard let nonce = try? BackupCipher.nonce(),
            let box = try? ChaChaPoly.SealedBox(
                nonce: nonce, ciphertext: sealed[64..<(sealed.count - 16)], tag: sealed.suffix(16)),
            let content = try? ChaChaPoly.open(box, using: key, authenticating: Array(label.utf8))
        else { return nil }
        return Array(content)
    }

    /// A key for one message, and its commitment.
    private func messageKey(_ salt: [UInt8]) -> (key: SymmetricKey, commitment: [UInt8]) {
        let bytes = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: contents, salt: salt, info: Array("nexus backup 1 message".utf8), outputByteCount: 64
        ).withUnsafeBytes { Array($0) }
        return (SymmetricKey(data: bytes[..<32]), Array(bytes[32...]))
    }

    /// All zeros: each key seals one message.
    private static func nonce() throws -> ChaChaPoly.Nonce {
        try ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12))
    }
}
