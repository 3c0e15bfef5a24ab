import Foundation
import JWTKit
import NexusCore

/// A token with a provider's signature (RFC 7515): checked by JWTKit, with the algorithms and keys that this server chooses.
struct SignedToken: Sendable {
    /// Maximum bytes of a token.
    static let bytes = 16 << 10

    let text: String
    let algorithm: String
    let keyIdentifier: String?
    /// In lower case; empty for none.
    let type: String

    private struct Header: Decodable {
        var alg: String
        var typ: String?
        var kid: String?
        /// Extensions that must be understood (RFC 7515 §4.1.11); none is.
        var crit: [String]?
    }

    private struct Claims: JWTPayload {
        var fields: [String: ClaimValue]

        init(from decoder: any Decoder) throws {
            fields = try decoder.singleValueContainer().decode([String: ClaimValue].self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(fields)
        }

        /// The claims are checked with the server's clock, by ``IDToken`` and ``LogoutToken``.
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    /// - Returns: nil unless it is a token in three parts with an asymmetric signature.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= SignedToken.bytes, parts.count == 3, let bytes = Base64URL.bytes(of: String(parts[0])),
            let header = try? JSONDecoder().decode(Header.self, from: Data(bytes)), header.crit == nil,
            ProviderKeys.algorithms[header.alg] != nil
        else { return nil }
        self.text = text
        algorithm = header.alg
        keyIdentifier = header.kid
        type = header.typ?.lowercased() ?? ""
    }

    /// The token's claims if one of the keys made its signature.
    func claims(_ keys: ProviderKeys) async -> [String: ClaimValue]? {
        for key in keys.candidates(keyIdentifier, algorithm) {
            var key = key
            key.algorithm = JWK.Algorithm(rawValue: algorithm)
            key.keyIdentifier = JWKIdentifier(string: keyIdentifier ?? "only")
            guard let collection = try? await JWTKeyCollection().add(jwk: key),
                let claims = try? await collection.verify(text, as: Claims.self)
            else { continue }
            return claims.fields
        }
        return nil
    }
}
