import Crypto
import CryptoExtras

/// The public key of a passkey, a COSE_Key (RFC 9052 §7, RFC 9053 §7, RFC 8230 §4) of one of the three algorithms that are offered.
enum CredentialKey: Sendable {
    /// The algorithms by their COSE numbers (RFC 9053 §2, RFC 8812 §2), the preferred one first.
    static let algorithms: [Int64] = [es256, edDSA, rs256]
    static let es256: Int64 = -7
    static let edDSA: Int64 = -8
    static let rs256: Int64 = -257
    /// The bits of an RSA modulus; a longer one only costs time.
    static let modulusBits = 2_048...4_096

    case p256(P256.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
    case rsa(_RSA.Signing.PublicKey)

    /// - Throws: ``WebAuthnProblem/key`` for another algorithm, another curve, a point that is not on it, or a weak modulus.
    init(_ item: CBOR) throws(WebAuthnProblem) {
        do {
            switch (item[1]?.integer, item[3]?.integer) {
            case (2, CredentialKey.es256) where item[-1]?.integer == 1:
                guard let x = item[-2]?.byteString, let y = item[-3]?.byteString, x.count == 32, y.count == 32 else {
                    throw WebAuthnProblem.key
                }
                self = .p256(try P256.Signing.PublicKey(rawRepresentation: x + y))
            case (1, CredentialKey.edDSA) where item[-1]?.integer == 6:
                guard let x = item[-2]?.byteString, x.count == 32 else { throw WebAuthnProblem.key }
                self = .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: x))
            case (3, CredentialKey.rs256):
                guard let n = item[-1]?.byteString, let e = item[-2]?.byteString, let top = n.first, top != 0,
                    CredentialKey.modulusBits.contains(n.count * 8 - top.leadingZeroBitCount),
                    e == [1, 0, 1] || e == [3]
                else { throw WebAuthnProblem.key }
                self = .rsa(try _RSA.Signing.PublicKey(n: n, e: e))
            default: throw WebAuthnProblem.key
            }
        } catch {
            throw .key
        }
    }

    /// The COSE number of the algorithm.
    var algorithm: Int64 {
        switch self {
        case .p256: CredentialKey.es256
        case .ed25519: CredentialKey.edDSA
        case .rsa: CredentialKey.rs256
        }
    }

    /// Whether a signature of these bytes is valid (WebAuthn Level 3 §6.5.5).
    func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        switch self {
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: bytes)
        case .ed25519(let key): return key.isValidSignature(signature, for: bytes)
        case .rsa(let key):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(signature, for: bytes, padding: .insecurePKCS1v1_5)
        }
    }
}
