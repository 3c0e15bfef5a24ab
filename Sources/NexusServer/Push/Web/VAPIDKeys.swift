import Crypto
import NexusCore
import NexusDatabase

/// The key pair by which push services recognise this server (RFC 8292). Browsers bind their subscriptions to it.
struct VAPIDKeys: Sendable {
    private let key: P256.Signing.PrivateKey
    /// The public key, uncompressed, as base64url: the `applicationServerKey` of a subscription.
    let publicKey: String

    init(_ key: P256.Signing.PrivateKey = .init()) {
        self.key = key
        publicKey = Base64URL.text(of: Array(key.publicKey.x963Representation))
    }

    /// The stored key pair; made on first use.
    ///
    /// - Throws: the database's errors, and `CryptoKitError` for a stored key that is none.
    static func load(_ transaction: Transaction) throws -> VAPIDKeys {
        if try VAPIDKeyRepository.stored(transaction) == nil {
            try VAPIDKeyRepository.insert(Array(P256.Signing.PrivateKey().rawRepresentation), transaction)
        }
        let bytes = try VAPIDKeyRepository.stored(transaction) ?? []
        return VAPIDKeys(try P256.Signing.PrivateKey(rawRepresentation: bytes))
    }

    /// A token (RFC 7519) for the push service of an origin.
    func token(for origin: String, contact: String?, until expiry: Timestamp) throws -> String {
        var claims = JSONWriter()
        claims.beginObject()
        claims.field("aud", origin)
        claims.field("exp", expiry.milliseconds / 1_000)
        claims.field("sub", ifPresent: contact)
        claims.endObject()
        return try PushToken.text(header: PushToken.header(algorithm: "ES256", type: "JWT"), claims: claims) {
            try key.signature(for: $0).rawRepresentation
        }
    }
}

extension VAPIDKeys {
    /// Whether stored bytes are a key.
    static func isKey(_ bytes: [UInt8]) -> Bool { (try? P256.Signing.PrivateKey(rawRepresentation: bytes)) != nil }
}
