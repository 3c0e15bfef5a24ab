/// The response of `Endpoints.secondFactor`.
public struct SecondFactorState: Equatable, Sendable {
    /// The time since when sign-ins need a code; nil if they need none.
    public var since: Timestamp?
    /// Recovery codes that are not spent.
    public var recoveryCodes: Int
    /// Whether the team requires a second factor of everyone.
    public var isRequired: Bool
    /// Whether the account has a passkey, which is two factors by itself.
    public var hasPasskey: Bool
    /// Whether turning it on and off needs the password; false for an account without one, which needs a fresh sign-in.
    public var needsPassword: Bool

    public init(
        since: Timestamp? = nil, recoveryCodes: Int = 0, isRequired: Bool = false, hasPasskey: Bool = false,
        needsPassword: Bool = true
    ) {
        self.hasPasskey = hasPasskey
        self.needsPassword = needsPassword
        self.since = since
        self.recoveryCodes = recoveryCodes
        self.isRequired = isRequired
    }
}

/// The request of acts that need the password again, and the second factor where it is on.
public struct StepUp: Equatable, Sendable {
    public var password: String
    public var code: String?

    public init(password: String, code: String? = nil) {
        self.password = password
        self.code = code
    }
}

/// The response of `Endpoints.beginSecondFactor`: what an authenticator app needs.
public struct SecondFactorKey: Equatable, Sendable {
    /// The secret in Base32, to type.
    public var key: String
    /// The same as an `otpauth:` link, for a QR code.
    public var link: String

    public init(key: String, link: String) {
        self.key = key
        self.link = link
    }
}

/// The request of `Endpoints.confirmSecondFactor`.
public struct SecondFactorCode: Equatable, Sendable {
    public var code: String

    public init(code: String) { self.code = code }
}

/// The response of `Endpoints.confirmSecondFactor`: codes that each replace one of the app, once.
public struct RecoveryCodes: Equatable, Sendable {
    public var codes: [String]

    public init(codes: [String]) { self.codes = codes }
}
