/// The request of `Endpoints.changeEmail`, and the response of `Endpoints.confirmEmail`.
public struct EmailChange: Equatable, Sendable {
    /// The new address.
    public var email: String

    public init(email: String) { self.email = email }
}

/// The request of `Endpoints.confirmEmail`.
public struct EmailConfirmation: Equatable, Sendable {
    /// The secret of the link that was mailed to the new address: `https://server/confirm#token`.
    public var token: String

    public init(token: String) { self.token = token }
}

extension EmailChange: JSONRecord {
    public init(_: Blank) { self.init(email: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("email", &email)
    }
}

extension EmailConfirmation: JSONRecord {
    public init(_: Blank) { self.init(token: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("token", &token)
    }
}
