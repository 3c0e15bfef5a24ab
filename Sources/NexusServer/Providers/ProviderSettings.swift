import NexusIntelligence

/// The operator's settings of one sign-in provider (OpenID Connect).
public struct ProviderSettings: Sendable {
    /// In paths: lower-case letters, digits and hyphens.
    public var name: String
    /// On buttons.
    public var title: String
    /// Exactly as the provider names itself.
    public var issuer: String
    public var clientID: String
    /// Nil for a public client.
    public var secret: Secret?
    /// Words of the scope; `openid` is always asked for.
    public var scopes = ["openid", "email", "profile"]
    /// The client identifiers of iPhone's and Android's own sign-in: ID tokens made for them are accepted from devices.
    public var audiences: [String] = []
    /// Whether every address of this provider counts as confirmed, though it does not say so.
    public var trustsAddresses = false
    /// Whether a confirmed address signs its owner in to the account with that address.
    public var linksByAddress = false
    /// The claim that makes administrators, and its value.
    public var administrators: Claim?
    /// Whose people may sign in, for a provider with an issuer for each of its tenants; nil for one with one issuer.
    var tenants: ProviderIssuer.Tenants?

    public struct Claim: Equatable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(name: String, title: String, issuer: String, clientID: String, secret: Secret? = nil) {
        self.name = name
        self.title = title
        self.issuer = issuer
        self.clientID = clientID
        self.secret = secret
    }
}

/// How people sign in to the server besides with passwords.
public struct SignInSettings: Sendable {
    public var providers: [ProviderSettings] = []
    /// Whether people sign in with passwords too.
    public var takesPasswords = true
    /// Where providers send the browser back to: the server's public address without a slash at its end.
    public var server = ""
    /// Whether the server asks the providers by itself, for its health; off in tests that script what they answer.
    var watchesProviders = true
    var http = ProviderHTTP()
    var pictures = PublicFetch(limit: ProviderPictures.bytes)

    public init() {}
}

/// An invalid setting of a provider. The text names the variable, never its value.
public struct ProviderSettingsError: Error, Equatable, Sendable {
    public let variable: String
    public let text: String

    public init(_ variable: String, _ problem: String) {
        self.variable = variable
        text = "\(variable) \(problem)"
    }
}
