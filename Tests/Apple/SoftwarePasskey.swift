@_spi(Host) import AuthenticationServices
import Crypto
import Foundation

/// A device with one passkey (ES256), as the dialogs of Apple's systems answer for it.
@MainActor
final class SoftwarePasskey {
    /// Of the page that the server expects.
    private let origin: String
    private let identifier = Data((0..<16).map { _ in UInt8.random(in: 0...255) })
    private let key = P256.Signing.PrivateKey()
    private var user = Data()
    /// Whether the user gives up.
    var isCancelled = false
    private(set) var requests = 0

    init(origin: String) { self.origin = origin }

    var controller: AuthorizationController { AuthorizationController { try await self.answer($0) } }

    private func answer(_ request: ASAuthorizationRequest) async throws -> ASAuthorizationResult {
        requests += 1
        if isCancelled { throw ASAuthorizationError(.canceled) }
        switch request {
        case let request as ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest:
            return .passkeyRegistration(make(request))
        case let request as ASAuthorizationPlatformPublicKeyCredentialAssertionRequest:
            return .passkeyAssertion(try sign(request))
        default: throw ASAuthorizationError(.notHandled)
        }
    }

    private func make(
        _ request: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistration {
        user = request.userID
        let point = key.publicKey.rawRepresentation
        // A COSE_Key: EC2, ES256, P-256, and the two coordinates.
        var encodedKey = Data([0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])
        encodedKey.append(point.prefix(32))
        encodedKey.append(contentsOf: [0x22, 0x58, 0x20])
        encodedKey.append(point.suffix(32))
        var data = head(request.party, flags: 0x45)
        data.append(Data(count: 16))
        data.append(contentsOf: [0, UInt8(identifier.count)])
        data.append(identifier)
        data.append(encodedKey)
        // {"fmt": "none", "attStmt": {}, "authData": h'…'}
        var attestation = Data([0xA3, 0x63])
        attestation.append(contentsOf: "fmt".utf8)
        attestation.append(0x64)
        attestation.append(contentsOf: "none".utf8)
        attestation.append(0x67)
        attestation.append(contentsOf: "attStmt".utf8)
        attestation.append(contentsOf: [0xA0, 0x68])
        attestation.append(contentsOf: "authData".utf8)
        attestation.append(contentsOf: [0x58, UInt8(data.count)])
        attestation.append(data)
        return ASAuthorizationPlatformPublicKeyCredentialRegistration(
            credentialID: identifier, rawClientDataJSON: clientData("webauthn.create", request.challenge),
            rawAttestationObject: attestation)
    }

    private func sign(
        _ request: ASAuthorizationPlatformPublicKeyCredentialAssertionRequest
    ) throws -> ASAuthorizationPlatformPublicKeyCredentialAssertion {
        let data = head(request.party, flags: 0x05)
        let client = clientData("webauthn.get", request.challenge)
        let signature = try key.signature(for: data + Data(SHA256.hash(data: client)))
        return ASAuthorizationPlatformPublicKeyCredentialAssertion(
            credentialID: identifier, rawClientDataJSON: client, rawAuthenticatorData: data,
            signature: signature.derRepresentation, userID: user)
    }

    /// The hash of the host, the flags, and a counter that counts nothing.
    private func head(_ party: String, flags: UInt8) -> Data {
        Data(SHA256.hash(data: Data(party.utf8))) + Data([flags, 0, 0, 0, 0])
    }

    private func clientData(_ type: String, _ challenge: Data) -> Data {
        let challenge = challenge.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        return Data(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)"}"#.utf8)
    }
}
