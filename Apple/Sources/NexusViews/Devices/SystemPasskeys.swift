import AuthenticationServices
import Foundation
import NexusClient
import NexusCore
import SwiftUI

/// The passkeys of the device, by the dialogs of the system.
struct SystemPasskeys: PasskeyAuthenticator {
    let controller: AuthorizationController

    func sign(_ challenge: PasskeyChallenge) async throws(ClientError) -> PasskeyAssertion? {
        let request = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: challenge.host)
            .createCredentialAssertionRequest(challenge: try SystemPasskeys.data(challenge.challenge))
        request.userVerificationPreference = .required
        request.allowedCredentials = try SystemPasskeys.descriptors(challenge.known)
        guard let result = try await perform(request) else { return nil }
        guard case .passkeyAssertion(let signed) = result, let data = signed.rawAuthenticatorData,
            let signature = signed.signature
        else { throw SystemPasskeys.unusable }
        return PasskeyAssertion(
            id: Base64URL.text(of: signed.credentialID), clientData: Base64URL.text(of: signed.rawClientDataJSON),
            authenticatorData: Base64URL.text(of: data), signature: Base64URL.text(of: signature),
            user: signed.userID.map { Base64URL.text(of: $0) })
    }

    func make(_ creation: PasskeyCreation) async throws(ClientError) -> PasskeyRegistration? {
        let request = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: creation.host)
            .createCredentialRegistrationRequest(
                challenge: try SystemPasskeys.data(creation.challenge), name: creation.email,
                userID: try SystemPasskeys.data(creation.user))
        request.displayName = creation.userName
        request.userVerificationPreference = .required
        // Earlier systems replace the passkey of this device.
        if #available(iOS 17.4, *) { request.excludedCredentials = try SystemPasskeys.descriptors(creation.known) }
        guard let result = try await perform(request) else { return nil }
        guard case .passkeyRegistration(let made) = result, let attestation = made.rawAttestationObject else {
            throw SystemPasskeys.unusable
        }
        return PasskeyRegistration(
            name: DeviceName.current, clientData: Base64URL.text(of: made.rawClientDataJSON),
            attestation: Base64URL.text(of: attestation))
    }

    /// Nil if the user gave up.
    private func perform(_ request: ASAuthorizationRequest) async throws(ClientError) -> ASAuthorizationResult? {
        do {
            return try await controller.performRequest(request)
        } catch let error as ASAuthorizationError where error.code == .canceled {
            return nil
        } catch {
            throw .refused(Refusal(.passkeyInvalid, error.localizedDescription))
        }
    }

    private static func descriptors(
        _ identifiers: [String]
    ) throws(ClientError) -> [ASAuthorizationPlatformPublicKeyCredentialDescriptor] {
        var descriptors: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
        for identifier in identifiers {
            descriptors.append(ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: try data(identifier)))
        }
        return descriptors
    }

    private static func data(_ text: String) throws(ClientError) -> Data {
        guard let data = Base64URL.data(of: text) else { throw .invalidAnswer("the challenge is not Base64") }
        return data
    }

    private static var unusable: ClientError {
        .refused(Refusal(.passkeyInvalid, "The device answered with something that is not a passkey."))
    }
}

private struct PasskeysKey: EnvironmentKey {
    static let defaultValue: (any PasskeyAuthenticator)? = nil
}

extension EnvironmentValues {
    /// Makes passkeys and signs with them; nil where there are none.
    var passkeys: (any PasskeyAuthenticator)? {
        get { self[PasskeysKey.self] }
        set { self[PasskeysKey.self] = newValue }
    }
}
