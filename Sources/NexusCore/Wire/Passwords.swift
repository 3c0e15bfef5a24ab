/// The request of `Endpoints.changePassword`.
public struct PasswordChange: Equatable, Sendable {
    /// The current password.
    public var password: String
    public var newPassword: String
    /// Whether the account's other sessions end; true unless the request says otherwise.
    public var endsOthers: Bool

    public init(password: String, newPassword: String, endsOthers: Bool = true) {
        self.password = password
        self.newPassword = newPassword
        self.endsOthers = endsOthers
    }
}

/// The request of `Endpoints.makeResetLink`.
public struct ResetRequest: Equatable, Sendable {
    /// Whether the link turns the second factor off too, for a person who lost their device.
    public var removesSecondFactor: Bool

    public init(removesSecondFactor: Bool = false) { self.removesSecondFactor = removesSecondFactor }
}

/// The request of `Endpoints.forgotPassword`.
public struct ForgottenPassword: Equatable, Sendable {
    public var email: String

    public init(email: String) { self.email = email }
}

/// The response of `Endpoints.makeResetLink`.
public struct ResetLink: Equatable, Sendable {
    /// The secret of the link: `https://server/reset#token`.
    public var token: String
    public var expiresAt: Timestamp

    public init(token: String, expiresAt: Timestamp) {
        self.token = token
        self.expiresAt = expiresAt
    }
}

/// The request of `Endpoints.lookAtReset`.
public struct ResetToken: Equatable, Sendable {
    public var token: String

    public init(token: String) { self.token = token }
}

/// The response of `Endpoints.lookAtReset`: the person whose password the link sets.
public struct ResetPreview: Equatable, Sendable {
    public var user: User
    public var expiresAt: Timestamp

    public init(user: User, expiresAt: Timestamp) {
        self.user = user
        self.expiresAt = expiresAt
    }
}

/// The request of `Endpoints.resetPassword`.
public struct PasswordReset: Equatable, Sendable {
    public var token: String
    public var password: String
    public var device: String
    /// A code of the account's second factor, if it has one and the link does not turn it off.
    public var code: String?

    public init(token: String, password: String, device: String, code: String? = nil) {
        self.token = token
        self.password = password
        self.device = device
        self.code = code
    }
}
