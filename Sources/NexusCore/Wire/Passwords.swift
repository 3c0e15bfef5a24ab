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
