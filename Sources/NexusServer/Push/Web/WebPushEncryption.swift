import Crypto
import Foundation

/// Encrypts a message for a browser's subscription (RFC 8291).
struct WebPushEncryption: Sendable {
    /// Bytes of a plaintext whose body is 4,096 bytes, which every push service takes (RFC 8030, section 7.2): 16 of salt, 4 of record size,
    /// 1 and 65 of the key's identifier, 1 of the delimiter and 16 of the tag are added.
    static let limit = 3_993
    /// Plaintexts are padded to a multiple of it.
    static let step = 512
    static let keyBytes = 65
    static let secretBytes = 16

    private let device: P256.KeyAgreement.PublicKey
    private let deviceBytes: [UInt8]
    private let secret: [UInt8]

    /// - Returns: nil for a key that is no uncompressed point of P-256, and for a secret that is not 16 bytes long.
    init?(publicKey: [UInt8], secret: [UInt8]) {
        guard publicKey.count == WebPushEncryption.keyBytes, publicKey.first == 4,
            secret.count == WebPushEncryption.secretBytes,
            let device = try? P256.KeyAgreement.PublicKey(x963Representation: publicKey)
        else { return nil }
        self.device = device
        deviceBytes = publicKey
        self.secret = secret
    }

    /// The body of a request.
    ///
    /// - Parameters:
    ///   - plaintext: at most ``limit`` bytes.
    ///   - key: the sender's, for this one message.
    func seal(
        _ plaintext: [UInt8], padding: Int? = nil, key: P256.KeyAgreement.PrivateKey = .init(),
        salt: [UInt8] = WebPushEncryption.randomSalt()
    ) throws -> [UInt8] {
        let shared = try key.sharedSecretFromKeyAgreement(with: device)
        let sender = Array(key.publicKey.x963Representation)
        let material = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: Array("WebPush: info\0".utf8) + deviceBytes + sender,
            outputByteCount: 32)
        return try ContentEncoding.seal(
            plaintext, padding: padding ?? WebPushEncryption.padding(of: plaintext.count), key: material, salt: salt,
            keyID: sender)
    }

    static func padding(of count: Int) -> Int {
        max(0, min((count + step - 1) / step * step, limit) - count)
    }

    static func randomSalt() -> [UInt8] { SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) } }
}
