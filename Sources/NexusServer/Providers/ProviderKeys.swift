import Foundation
import JWTKit

/// A provider's public keys (RFC 7517). Keys of unknown types, and those for encryption, are left out.
struct ProviderKeys: Sendable {
    /// Signatures that are accepted (RFC 7518 §3.1): asymmetric ones only, so that no public key serves as a shared secret.
    static let algorithms: [String: JWK.KeyType] = [
        "RS256": .rsa, "RS384": .rsa, "RS512": .rsa, "PS256": .rsa, "PS384": .rsa, "PS512": .rsa, "ES256": .ecdsa,
        "ES384": .ecdsa, "ES512": .ecdsa, "EdDSA": .octetKeyPair,
    ]
    /// Keys of a provider that are kept, at most.
    static let limit = 100

    private var keys: [JWK] = []

    /// - Throws: ``ProviderProblem``.
    init(_ data: Data) throws {
        guard let set = try? JSONDecoder().decode(Document.self, from: data) else {
            throw ProviderProblem.answer("Its keys are no JSON Web Key Set.")
        }
        keys = set.keys.prefix(ProviderKeys.limit).compactMap(\.key)
        guard !keys.isEmpty else {
            throw ProviderProblem.answer("It publishes no key for signatures that Nexus knows.")
        }
    }

    /// The keys that may have made a signature.
    ///
    /// - Parameter identifier: the `kid` of the token; without one every key of the algorithm may.
    func candidates(_ identifier: String?, _ algorithm: String) -> [JWK] {
        guard let type = ProviderKeys.algorithms[algorithm] else { return [] }
        return keys.filter { key in
            key.keyType == type && (key.algorithm == nil || key.algorithm?.rawValue == algorithm)
                && (identifier == nil || key.keyIdentifier == nil || key.keyIdentifier?.string == identifier)
        }
    }

    private struct Document: Decodable {
        var keys: [Entry]
    }

    /// A key, or nothing for one that is not understood.
    private struct Entry: Decodable {
        var key: JWK?

        private struct Purpose: Decodable {
            var use: String?
        }

        init(from decoder: any Decoder) throws {
            guard (try? Purpose(from: decoder))?.use ?? "sig" == "sig" else { return }
            key = try? JWK(from: decoder)
            // A provider that published a private key must not make this server hold it.
            key?.privateExponent = nil
        }
    }
}
