import NexusCore
import NexusDatabase

/// Changes passwords. Each change is in the audit log.
struct PasswordService: Sendable {
    let database: any Database
    let accounts: AccountService

    /// Changes the caller's password, given the current one.
    ///
    /// - Throws: `Refusal`: `wrong_credentials` for another password than the current one, `invalid_password`.
    func change(_ change: PasswordChange, of context: SessionContext) async throws {
        let wrong = Refusal(.wrongCredentials, "That is not your current password.")
        let password = try PasswordService.accepted(change.newPassword)
        let user = context.profile.user
        let old = try await database.read { reader in
            try PasswordRule(user, in: reader).check(password)
            return try AccountRepository.passwordHash(of: user.id, in: reader)
        }
        guard let old, try await accounts.hasher.check(PasswordForms.of(change.password), hash: old).matches else {
            throw wrong
        }
        let hash = try await accounts.hasher.hash(password)
        let time = accounts.now()
        let ended = try await database.writeEssential { transaction in
            // Of two changes at the same time, one was given a password that is no longer current.
            guard try AccountRepository.setPasswordHash(hash, insteadOf: old, of: context.user, transaction) else {
                throw wrong
            }
            try ResetRepository.delete(of: context.user, transaction)
            let ended =
                change.endsOthers
                ? try SessionRepository.deleteAll(of: context.user, except: context.session, transaction) : []
            try ModerationRepository.log(
                .changePassword, by: context.user, to: context.user, note: "sessions ended: \(ended.count)", at: time,
                transaction)
            return ended
        }
        ended.forEach(accounts.sessionEnded)
    }

    /// A new password in the form that is hashed.
    ///
    /// - Throws: `Refusal` (`invalid_password`).
    static func accepted(_ password: String) throws(Refusal) -> String {
        try Refusal.translating { () throws(TextProblem) in try TextRule.password(password.normalized) }
    }
}
