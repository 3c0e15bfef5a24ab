import NexusCore
import NexusDatabase

/// Proves the identity of signed-in users again (step-up).
struct ProofService: Sendable {
    let database: any Database
    let accounts: AccountService
    let passwords: PasswordService
    let passkeys: PasskeyVerifier

    func state(of context: SessionContext) async throws -> ProofState {
        try await database.read { reader in
            ProofState(
                until: context.isProvedUntil, hasPassword: try AccountRepository.hasPassword(context.user, in: reader),
                needsCode: try SecondFactor.isOn(context.user, in: reader),
                hasPasskey: try PasskeyRepository.count(of: context.user, in: reader) > 0)
        }
    }

    /// What one of the caller's passkeys signs.
    func challenge(_ context: SessionContext, on party: RelyingParty) async throws -> PasskeyChallenge {
        let known = try await database.read { try PasskeyRepository.credentials(of: context.user, in: $0) }
        return PasskeyChallenge(
            challenge: Base64URL.text(of: try await passkeys.challenges.issue(.prove(context.session))), host: party.id,
            known: known.map(Base64URL.text))
    }

    /// Notes that the session has proved its user's identity with a passkey, which is two factors.
    ///
    /// - Throws: `Refusal`: `passkey_invalid`; `not_signed_in` if the session has ended meanwhile.
    func prove(
        _ assertion: PasskeyAssertion, of context: SessionContext, on party: RelyingParty, from origin: SignInOrigin
    ) async throws {
        let proof = try await passkeys.verify(
            assertion, for: .prove(context.session), of: context.user, on: party, from: origin)
        let time = accounts.now()
        try await database.writeEssential { transaction in
            try Passkeys.use(proof, at: time, transaction)
            guard try SessionRepository.prove(context.session, at: time, transaction),
                try SessionRepository.setSecondFactor(context.session, transaction)
            else { throw Refusal.notSignedIn }
        }
    }

    /// Notes that the session has proved its user's identity, with the password, and a code where a second factor is on.
    ///
    /// - Throws: `Refusal`: `wrong_credentials`, `code_required`, `wrong_code`; `invalid_request` without a proof; `not_signed_in` if the
    ///   session has ended meanwhile.
    func prove(_ request: ProofRequest, of context: SessionContext) async throws {
        guard let password = request.password else {
            throw Refusal(.invalidRequest, "Send the password, or what a passkey signed.")
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
