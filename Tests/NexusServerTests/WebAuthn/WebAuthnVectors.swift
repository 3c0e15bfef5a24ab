import Foundation

/// The published test vectors of WebAuthn Level 3 §16, in Fixtures/WebAuthn.
enum WebAuthnVectors {
    struct Vector: Decodable, Sendable {
        var name: String
        var registration: Registration
        var authentication: Authentication
    }

    struct Registration: Decodable, Sendable {
        var challenge: [UInt8]
        var clientData: [UInt8]
        var attestationObject: [UInt8]
        var credentialID: [UInt8]

        init(from decoder: any Decoder) throws {
            let hex = try [String: String](from: decoder)
            challenge = try WebAuthnVectors.bytes(hex["challenge"])
            clientData = try WebAuthnVectors.bytes(hex["clientDataJSON"])
            attestationObject = try WebAuthnVectors.bytes(hex["attestationObject"])
            credentialID = try WebAuthnVectors.bytes(hex["credential_id"])
        }
    }

    struct Authentication: Decodable, Sendable {
        var challenge: [UInt8]
        var clientData: [UInt8]
        var authenticatorData: [UInt8]
        var signature: [UInt8]

        init(from decoder: any Decoder) throws {
            let hex = try [String: String](from: decoder)
            challenge = try WebAuthnVectors.bytes(hex["challenge"])
            clientData = try WebAuthnVectors.bytes(hex["clientDataJSON"])
            authenticatorData = try WebAuthnVectors.bytes(hex["authenticatorData"])
            signature = try WebAuthnVectors.bytes(hex["signature"])
        }
    }

    private struct File: Decodable {
        var vectors: [Vector]
    }

    static func all() throws -> [Vector] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Fixtures/WebAuthn/vectors.json").standardized
        return try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).vectors
    }

    static func named(_ name: String) throws -> Vector {
        guard let vector = try all().first(where: { $0.name == name }) else { throw Missing() }
        return vector
    }

    private static func bytes(_ hex: String?) throws -> [UInt8] {
        guard let digits = hex.map({ Array($0) }), digits.count % 2 == 0 else { throw Missing() }
        return try stride(from: 0, to: digits.count, by: 2).map { offset in
            guard let byte = UInt8(String(digits[offset...offset + 1]), radix: 16) else { throw Missing() }
            return byte
        }
    }
}
