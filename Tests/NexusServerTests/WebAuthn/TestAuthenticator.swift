import Crypto
import Foundation
import NexusCore

@testable import NexusServer

/// An authenticator in software with one passkey (ES256), whose answers a test can change.
struct TestAuthenticator: Sendable {
    struct Assertion: Sendable {
        var type: String
        var challenge: [UInt8]
        var origin: String
        /// More fields of the client data.
        var extra = ""
        var partyHash: [UInt8]
        var flags: AuthenticatorData.Flags
        var counter: UInt32
    }

    struct Created: Sendable {
        var clientData: [UInt8]
        var attestation: [UInt8]
    }

    struct Signed: Sendable {
        var clientData: [UInt8]
        var authenticatorData: [UInt8]
        var signature: [UInt8]
    }

    var identifier: [UInt8] = (0..<32).map { _ in UInt8.random(in: 0...255) }
    /// The counter of the last signature; nil for one that counts nothing.
    var counter: UInt32?
    /// Whose passkey it is.
    var user: UserID?
    var flags: AuthenticatorData.Flags = [.userPresent, .userVerified]
    private let key = P256.Signing.PrivateKey()

    /// The COSE_Key.
    var encodedKey: [UInt8] {
        let point = Array(key.publicKey.rawRepresentation)
        return [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point.prefix(32) + [0x22, 0x58, 0x20]
            + point.suffix(32)
    }

    mutating func create(
        _ party: RelyingParty, _ challenge: [UInt8], flags: AuthenticatorData.Flags? = nil
    ) -> Created {
        var data = assertion(party, challenge)
        data.type = "webauthn.create"
        data.flags = flags ?? self.flags
        data.flags.insert(.attestedCredential)
        let authenticatorData =
            TestAuthenticator.head(data) + [UInt8](repeating: 0, count: 16)
            + [UInt8(identifier.count >> 8), UInt8(identifier.count & 0xFF)] + identifier + encodedKey
        let count = authenticatorData.count
        // {"fmt": "none", "attStmt": {}, "authData": h'…'}
        let attestation =
            [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8)
            + [0xA0, 0x68] + Array("authData".utf8)
            + (count < 256 ? [0x58, UInt8(count)] : [0x59, UInt8(count >> 8), UInt8(count & 0xFF)]) + authenticatorData
        return Created(clientData: TestAuthenticator.clientData(data), attestation: attestation)
    }

    mutating func assertion(_ party: RelyingParty, _ challenge: [UInt8]) -> Assertion {
        if let last = counter { counter = last + 1 }
        return Assertion(
            type: "webauthn.get", challenge: challenge, origin: party.origin, partyHash: party.hash, flags: flags,
            counter: counter ?? 0)
    }

    func sign(_ assertion: Assertion) -> Signed {
        let clientData = TestAuthenticator.clientData(assertion)
        let authenticatorData = TestAuthenticator.head(assertion)
        let signature = try? key.signature(for: authenticatorData + SHA256.hash(data: clientData))
        return Signed(
            clientData: clientData, authenticatorData: authenticatorData,
            signature: signature.map { Array($0.derRepresentation) } ?? [])
    }

    private static func clientData(_ assertion: Assertion) -> [UInt8] {
        let challenge = Base64URL.text(of: assertion.challenge)
        return Array(
            #"{"type":"\#(assertion.type)","challenge":"\#(challenge)","origin":"\#(assertion.origin)"\#(assertion.extra)}"#
                .utf8)
    }

    private static func head(_ assertion: Assertion) -> [UInt8] {
        assertion.partyHash + [assertion.flags.rawValue]
            + (0..<4).map { UInt8(assertion.counter >> (24 - 8 * $0) & 0xFF) }
    }
}
