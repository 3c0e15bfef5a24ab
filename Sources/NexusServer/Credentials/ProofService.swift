import NexusCore
import NexusDatabase

/// Proves the identity of signed-in users again (step-up).
struct ProofService: Sendable {
    let database: any Database
    let accounts: AccountService
    let passwords: PasswordService

    func state(of context: SessionContext) async throws -> ProofState {
        try await database.read { reader in
            let hash = try AccountRepository.passwordHash(of: context.user, in: reader)
            return ProofState(
                until: context.isProvedUntil, hasPassword: hash != nil,
                needsCode: try SecondFactor.isOn(context.user, in: reader))
        }
    }

    /// Notes that the session has proved its user's identity, with the password, and a code where a second factor is on.
    ///
    /// - Throws: `Refusal`: `wrong_credentials`, `code_required`, `wrong_code`; `invalid_request` without a proof; `not_signed_in` if the
    ///   session has ended meanwhile.
    func prove(_ request: ProofRequest, of context: SessionContext) async throws {
        guard let password = request.password else {
            throw Refusal(.invalidRequest, "Send the password.")
        }
        _ = try await passwords.require(password, of: context.user)
        let time = accounts.now()
        try await accounts.codes.attempt(isGuess: SecondFactor.isGuess(request.code), of: context.user) {
            try await database.writeEssential { transaction in
                try SecondFactor.require(request.code, of: context.user, at: time, transaction)
                guard try SessionRepository.prove(context.session, at: time, transaction) else {
                    throw Refusal.notSignedIn
                }
            }
        }
    }
}
