import Foundation

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationresult
@available(iOS 16.4, macOS 13.3, *)
public enum ASAuthorizationResult {
    case passkeyAssertion(ASAuthorizationPlatformPublicKeyCredentialAssertion)
    case passkeyRegistration(ASAuthorizationPlatformPublicKeyCredentialRegistration)
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialassertion
@available(iOS 15, macOS 12, *)
open class ASAuthorizationPlatformPublicKeyCredentialAssertion {
    public let credentialID: Data
    public let rawClientDataJSON: Data
    // As in Objective-C's header, which promises nothing.
    public let rawAuthenticatorData: Data!
    public let signature: Data!
    public let userID: Data!

    @_spi(Host)
    public init(
        credentialID: Data, rawClientDataJSON: Data, rawAuthenticatorData: Data?, signature: Data?, userID: Data?
    ) {
        self.credentialID = credentialID
        self.rawClientDataJSON = rawClientDataJSON
        self.rawAuthenticatorData = rawAuthenticatorData
        self.signature = signature
        self.userID = userID
    }
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialregistration
@available(iOS 15, macOS 12, *)
open class ASAuthorizationPlatformPublicKeyCredentialRegistration {
    public let credentialID: Data
    public let rawClientDataJSON: Data
    public let rawAttestationObject: Data?

    @_spi(Host)
    public init(credentialID: Data, rawClientDataJSON: Data, rawAttestationObject: Data?) {
        self.credentialID = credentialID
        self.rawClientDataJSON = rawClientDataJSON
        self.rawAttestationObject = rawAttestationObject
    }
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct
@available(iOS 13, macOS 10.15, *)
public struct ASAuthorizationError: Error, Sendable {
    public enum Code: Int, Sendable { case unknown = 1000, canceled, invalidResponse, notHandled, failed }

    public let code: Code

    @_spi(Host) public init(_ code: Code) { self.code = code }
}
