import Crypto
import Foundation

/// The keys that a device makes for its push notifications (RFC 8291): only it can read what servers send to them.
///
/// An app keeps ``stored`` in the keychain group that it shares with its notification service extension.
public struct PushKeys: Sendable {
    private let key: P256.KeyAgreement.PrivateKey
    private let secret: [UInt8]

    /// New keys.
    public init() {
        key = P256.KeyAgreement.PrivateKey()
        secret = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
    }

    /// Reads what ``stored`` gave; nil for anything else.
    public init?(stored: [UInt8]) {
        guard stored.count == 48, let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: stored.prefix(32))
        else { return nil }
        self.key = key
        secret = Array(stored.suffix(16))
    }

    /// The private key and the secret, 48 bytes.
    public var stored: [UInt8] { Array(key.rawRepresentation) + secret }

    /// The public key, an uncompressed point, as base64url: `PushRegistration.key`.
    public var publicKey: String { Base64URL.text(of: Array(key.publicKey.x963Representation)) }
    /// As base64url: `PushRegistration.secret`.
    public var authentication: String { Base64URL.text(of: secret) }

    /// Decrypts a message: one record of `aes128gcm` (RFC 8188, RFC 8291).
    ///
    /// - Throws: ``PushDecryptionError``.
    public func open(_ body: [UInt8]) throws(PushDecryptionError) -> [UInt8] {
        // Salt, record size, and the length of the sender's public key.
        guard body.count > 21, body.count <= 1 << 16, body[20] == 65, body.count > 21 + 65 + 16 else {
            throw .malformed
        }
        let (salt, sender, record) = (Array(body[0..<16]), Array(body[21..<86]), body[86...])
        do {
            let shared = try key.sharedSecretFromKeyAgreement(
                with: P256.KeyAgreement.PublicKey(x963Representation: sender))
            let material = shared.hkdfDerivedSymmetricKey(
                using: SHA256.self, salt: secret,
                sharedInfo: Array("WebPush: info\0".utf8) + Array(key.publicKey.x963Representation) + sender,
                outputByteCount: 32)
            let contentKey = PushKeys.derive("aes128gcm", 16, material, salt)
            let nonce = PushKeys.derive("nonce", 12, material, salt).withUnsafeBytes { Array($0) }
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce), ciphertext: record.dropLast(16), tag: record.suffix(16))
            let padded = try AES.GCM.open(box, using: contentKey)
            // 2 ends the last record's text; zeros follow it.
            guard let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == 2 else {
                throw PushDecryptionError.malformed
            }
            return Array(padded[..<end])
        } catch let error as PushDecryptionError {
            throw error
        } catch {
            throw .wrongKeys
        }
    }

    private static func derive(_ info: String, _ bytes: Int, _ key: SymmetricKey, _ salt: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8), outputByteCount: bytes)
    }
}

/// Why a push notification cannot be read.
public enum PushDecryptionError: Error, Equatable, Sendable {
    /// It is no record of `aes128gcm`.
    case malformed
    /// It was encrypted for other keys, or changed on its way.
    case wrongKeys
}
