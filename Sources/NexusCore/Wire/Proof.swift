/// The response of `Endpoints.proof`: how long the caller's last proof of their identity lasts, and what the next can be.
public struct ProofState: Equatable, Sendable {
    /// When acts that need a fresh proof begin to ask for one; in the past if they do so now.
    public var until: Timestamp
    /// Whether the account has a password.
    public var hasPassword: Bool
    /// Whether the password needs a code of an authenticator app with it.
    public var needsCode: Bool

    /// Whether the account has a passkey.
    public var hasPasskey: Bool

    public init(until: Timestamp, hasPassword: Bool = false, needsCode: Bool = false, hasPasskey: Bool = false) {
        self.hasPasskey = hasPasskey
        self.until = until
        self.hasPassword = hasPassword
        self.needsCode = needsCode
    }
}

/// The request of `Endpoints.prove`: the password, with a code where a second factor is on; or a passkey.
public struct ProofRequest: Equatable, Sendable {
    public var password: String?
    public var code: String?
    public var passkey: PasskeyAssertion?

    public init(password: String? = nil, code: String? = nil, passkey: PasskeyAssertion? = nil) {
        self.passkey = passkey
        self.password = password
        self.code = code
    }
}
