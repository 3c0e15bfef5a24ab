/// A provider that people sign in with (OpenID Connect), as everyone sees it.
public struct SignInProvider: Equatable, Sendable {
    /// In paths, such as `google`.
    public var name: String
    /// On buttons, such as `Google`.
    public var title: String

    public init(name: String, title: String) {
        self.name = name
        self.title = title
    }
}

/// The request of `Endpoints.startProvider` and `Endpoints.connectProvider`.
public struct ProviderStart: Equatable, Sendable {
    /// The device's name in the list of sessions.
    public var device: String
    /// The token of the invitation that the person opened.
    public var invitation: String?
    /// SHA-256 of the client's verifier in URL-safe Base64 (RFC 7636 §4.2). A browser has a cookie in its place.
    public var challenge: String?
    /// The port of this device where the client waits for the answer (RFC 8252 §7.3); none in a browser.
    public var port: Int?

    public init(device: String, invitation: String? = nil, challenge: String? = nil, port: Int? = nil) {
        self.device = device
        self.invitation = invitation
        self.challenge = challenge
        self.port = port
    }
}

/// The response of `Endpoints.startProvider` and `Endpoints.connectProvider`.
public struct ProviderStarted: Equatable, Sendable {
    /// The page of the provider to open.
    public var url: String
    /// Comes back with the answer.
    public var state: String

    public init(url: String, state: String) {
        self.url = url
        self.state = state
    }
}

/// The request of `Endpoints.finishProvider` and `Endpoints.finishConnection`: what the provider answered (RFC 6749 §4.1.2).
public struct ProviderAnswer: Equatable, Sendable {
    public var state: String
    public var code: String?
    /// Why there is no code.
    public var error: String?
    /// The issuer that answered (RFC 9207).
    public var issuer: String?
    /// The verifier of ``ProviderStart/challenge``.
    public var verifier: String?
    /// A code of the account's second factor, if it has one.
    public var secondFactor: String?

    public init(
        state: String, code: String? = nil, error: String? = nil, issuer: String? = nil, verifier: String? = nil,
        secondFactor: String? = nil
    ) {
        self.state = state
        self.code = code
        self.error = error
        self.issuer = issuer
        self.verifier = verifier
        self.secondFactor = secondFactor
    }
}

/// The response of `Endpoints.providerNonce`: a word for the ID token that the device asks for itself. It works once.
public struct ProviderNonce: Equatable, Sendable {
    public var nonce: String
    public var expiresAt: Timestamp

    public init(nonce: String, expiresAt: Timestamp) {
        self.nonce = nonce
        self.expiresAt = expiresAt
    }
}

/// The request of `Endpoints.signInWithToken`.
public struct ProviderToken: Equatable, Sendable {
    /// The ID token, as the device got it.
    public var token: String
    public var nonce: String
    public var device: String
    /// The token of the invitation that the person opened.
    public var invitation: String?
    /// A code of the account's second factor, if it has one.
    public var secondFactor: String?

    public init(
        token: String, nonce: String, device: String, invitation: String? = nil, secondFactor: String? = nil
    ) {
        self.token = token
        self.nonce = nonce
        self.device = device
        self.invitation = invitation
        self.secondFactor = secondFactor
    }
}

/// A provider's account that its owner signs in with.
public struct ConnectedProvider: Equatable, Sendable {
    public var provider: SignInProvider
    /// The account's address there; empty if the provider did not tell.
    public var email: String
    public var connectedAt: Timestamp

    public init(provider: SignInProvider, email: String, connectedAt: Timestamp) {
        self.provider = provider
        self.email = email
        self.connectedAt = connectedAt
    }
}

/// The response of `Endpoints.connectedProviders`.
public struct ConnectedProviders: Equatable, Sendable {
    public var connected: [ConnectedProvider]
    /// Whether the account has a password.
    public var hasPassword: Bool

    public init(connected: [ConnectedProvider], hasPassword: Bool) {
        self.connected = connected
        self.hasPassword = hasPassword
    }
}

/// A provider as administrators see it.
public struct ProviderState: Equatable, Sendable {
    public var provider: SignInProvider
    public var issuer: String
    /// The address to enter at the provider.
    public var redirect: String
    /// Why people cannot sign in with it; nil while they can.
    public var problem: String?
    /// When it was last asked for its settings and keys.
    public var checkedAt: Timestamp?

    public init(
        provider: SignInProvider, issuer: String, redirect: String, problem: String? = nil, checkedAt: Timestamp? = nil
    ) {
        self.provider = provider
        self.issuer = issuer
        self.redirect = redirect
        self.problem = problem
        self.checkedAt = checkedAt
    }
}

/// The response of `Endpoints.providers`.
public struct ProviderReport: Equatable, Sendable {
    public var providers: [ProviderState]
    public var takesPasswords: Bool

    public init(providers: [ProviderState], takesPasswords: Bool) {
        self.providers = providers
        self.takesPasswords = takesPasswords
    }
}
