// Binary values of WebAuthn Level 3 are texts in URL-safe Base64 (RFC 4648 §5) without padding.

/// A passkey, as its owner sees it.
public struct Passkey: Equatable, Sendable {
    public var id: PasskeyID
    /// The owner's name for it.
    public var name: String
    public var createdAt: Timestamp
    public var lastUsedAt: Timestamp?
    /// Whether its owner's other devices have it as well.
    public var isSynced: Bool

    public init(
        id: PasskeyID, name: String, createdAt: Timestamp, lastUsedAt: Timestamp? = nil, isSynced: Bool = false
    ) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.isSynced = isSynced
    }
}

/// The response of `Endpoints.passkeys`: the oldest first.
public struct PasskeyList: Equatable, Sendable {
    public var passkeys: [Passkey]

    public init(passkeys: [Passkey]) { self.passkeys = passkeys }
}

/// The response of `Endpoints.beginPasskey`: what the caller's device makes a passkey of
/// (`PublicKeyCredentialCreationOptions`). User verification and a discoverable credential are required.
public struct PasskeyCreation: Equatable, Sendable {
    public var challenge: String
    /// The host name that the passkey is for.
    public var host: String
    /// The name of the team, or of the server.
    public var hostName: String
    /// The handle of the user.
    public var user: String
    public var email: String
    public var userName: String
    /// COSE numbers, the preferred one first.
    public var algorithms: [Int64]
    /// The identifiers of the user's passkeys: a device that has one of them makes no other.
    public var known: [String]

    public init(
        challenge: String, host: String, hostName: String, user: String, email: String, userName: String,
        algorithms: [Int64], known: [String] = []
    ) {
        self.challenge = challenge
        self.host = host
        self.hostName = hostName
        self.user = user
        self.email = email
        self.userName = userName
        self.algorithms = algorithms
        self.known = known
    }
}

/// The request of `Endpoints.addPasskey`.
public struct PasskeyRegistration: Equatable, Sendable {
    public var name: String
    public var clientData: String
    public var attestation: String

    public init(name: String, clientData: String, attestation: String) {
        self.name = name
        self.clientData = clientData
        self.attestation = attestation
    }
}

/// The request of `Endpoints.renamePasskey`.
public struct PasskeyName: Equatable, Sendable {
    public var name: String

    public init(name: String) { self.name = name }
}

/// What a passkey signs (`PublicKeyCredentialRequestOptions`), once and within five minutes. User verification is required.
public struct PasskeyChallenge: Equatable, Sendable {
    public var challenge: String
    /// The host name that passkeys are for.
    public var host: String
    /// The identifiers of those that may sign; empty for any.
    public var known: [String]

    public init(challenge: String, host: String, known: [String] = []) {
        self.challenge = challenge
        self.host = host
        self.known = known
    }
}

/// What a passkey signed (`AuthenticatorAssertionResponse`).
public struct PasskeyAssertion: Equatable, Sendable {
    /// The identifier that the authenticator gave the passkey.
    public var id: String
    public var clientData: String
    public var authenticatorData: String
    public var signature: String
    public var user: String?

    public init(id: String, clientData: String, authenticatorData: String, signature: String, user: String? = nil) {
        self.id = id
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.user = user
    }
}

/// The request of `Endpoints.signInWithPasskey`.
public struct PasskeySignIn: Equatable, Sendable {
    public var passkey: PasskeyAssertion
    /// The name of the device.
    public var device: String

    public init(passkey: PasskeyAssertion, device: String) {
        self.passkey = passkey
        self.device = device
    }
}
