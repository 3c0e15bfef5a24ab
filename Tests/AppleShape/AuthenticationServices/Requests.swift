import Foundation

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationrequest
@available(iOS 13, macOS 10.15, *)
open class ASAuthorizationRequest {
    init() {}
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider
@available(iOS 15, macOS 12, *)
open class ASAuthorizationPlatformPublicKeyCredentialProvider {
    private let party: String

    public init(relyingPartyIdentifier: String) { party = relyingPartyIdentifier }

    open func createCredentialRegistrationRequest(
        challenge: Data, name: String, userID: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
        ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(
            party: party, challenge: challenge, name: name, userID: userID)
    }

    open func createCredentialAssertionRequest(
        challenge: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
        ASAuthorizationPlatformPublicKeyCredentialAssertionRequest(party: party, challenge: challenge)
    }
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialregistrationrequest
@available(iOS 15, macOS 12, *)
open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest {
    @_spi(Host) public let party: String
    open var challenge: Data
    open var name: String
    open var userID: Data
    open var displayName: String?
    open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
    @available(iOS 17.4, macOS 13.5, *)
    open var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?

    init(party: String, challenge: Data, name: String, userID: Data) {
        (self.party, self.challenge, self.name, self.userID) = (party, challenge, name, userID)
        super.init()
    }
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialassertionrequest
@available(iOS 15, macOS 12, *)
open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest {
    @_spi(Host) public let party: String
    open var challenge: Data
    open var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
    open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred

    init(party: String, challenge: Data) {
        (self.party, self.challenge) = (party, challenge)
        super.init()
    }
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialdescriptor
@available(iOS 15, macOS 12, *)
open class ASAuthorizationPlatformPublicKeyCredentialDescriptor {
    open var credentialID: Data
    public init(credentialID: Data) { self.credentialID = credentialID }
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialuserverificationpreference
@available(iOS 15, macOS 12, *)
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: Hashable, Sendable {
    let name: String
    public static let preferred = ASAuthorizationPublicKeyCredentialUserVerificationPreference(name: "preferred")
    public static let required = ASAuthorizationPublicKeyCredentialUserVerificationPreference(name: "required")
}
