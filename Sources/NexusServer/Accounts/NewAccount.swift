import NexusCore
import NexusDatabase

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

    /// - Throws: `Refusal` (`invalid_password`) for a password that is easy to guess.
    func checkPassword(in reader: Reader) throws {
        try PasswordRule(name: name, email: email, in: reader).check(password)
    }
}
