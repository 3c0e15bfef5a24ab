import NexusCore

/// The fields of a new account as they will be stored.
struct NewAccount: Sendable {
    let email: String
    let password: String
    let name: String
    let device: String

    /// - Throws: `Refusal`: `invalid_email`, `invalid_password`, `invalid_name`.
    init(_ request: SignUpRequest) throws {
        (email, password, name) = try Refusal.translating { () throws(TextProblem) in
            (
                try TextRule.email(request.email), try TextRule.password(request.password.normalized),
                try TextRule.name(request.name.normalized)
            )
        }
        device = request.device
    }
}
