/// The response of `Endpoints.proof`: how long the caller's last proof of their identity lasts, and what the next can be.
public struct ProofState: Equatable, Sendable {
    /// When acts that need a fresh proof begin to ask for one; in the past if they do so now.
    public var until: Timestamp
    /// Whether the account has a password.
    public var hasPassword: Bool
    /// Whether the password needs a code of an authenticator app with it.
    public var needsCode: Bool

    public init(until: Timestamp, hasPassword: Bool = false, needsCode: Bool = false) {
        self.until = until
        self.hasPassword = hasPassword
        self.needsCode = needsCode
    }
}

/// The request of `Endpoints.prove`: the password, with a code where a second factor is on.
public struct ProofRequest: Equatable, Sendable {
    public var password: String?
    public var code: String?

    public init(password: String? = nil, code: String? = nil) {
        self.password = password
        self.code = code
    }
}
