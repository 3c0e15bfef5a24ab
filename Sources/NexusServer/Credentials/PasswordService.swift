import NexusCore
import NexusDatabase

/// Changes passwords. Each change is in the audit log.
struct PasswordService: Sendable {
    let database: any Database
    let accounts: AccountService

    /// Changes the caller's password, given the current one. Links for a new password and a pending change of address end with it.
    ///
    /// - Throws: `Refusal`: `wrong_credentials` for another password than the current one, `invalid_password`.
    func change(_ change: PasswordChange, of context: SessionContext) async throws {
        try accounts.joining.requirePasswords()
        let password = try PasswordService.accepted(change.newPassword)
        let user = context.profile.user
        try await database.read { try PasswordRule(user, in: $0).check(password) }
        let old = try await require(change.password, of: user.id)
        let hash = try await accounts.hasher.hash(password)
        let time = accounts.now()
        let ended = try await database.writeEssential { transaction in
            // Of two changes at the same time, one was given a password that is no longer current.
            guard try AccountRepository.setPasswordHash(hash, insteadOf: old, of: context.user, transaction) else {
                throw Refusal.wrongPassword
            }
            try ResetRepository.delete(of: context.user, transaction)
            try EmailChangeRepository.cancel(of: context.user, transaction)
            let ended =
                change.endsOthers
                ? try SessionRepository.deleteAll(of: context.user, except: context.session, transaction) : []
            try AuditLog.append(
                .changePassword, by: context.user, to: context.user, note: "sessions ended: \(ended.count)", at: time,
                transaction)
            return ended
        }
        ended.forEach(accounts.sessionEnded)
        await accounts.tellDevices(of: context.user)
    }

    /// Checks the password of a signed-in user, for what needs more than a session.
    ///
    /// - Returns: its hash.
    /// - Throws: `Refusal` (`wrong_credentials`).
    func require(_ password: String, of user: UserID) async throws -> String {
        let hash = try await database.read { try AccountRepository.passwordHash(of: user, in: $0) }
        guard let hash, try await accounts.hasher.check(PasswordForms.of(password), hash: hash).matches else {
            throw Refusal.wrongPassword
        }
        return hash
    }

    /// Checks the password of a signed-in user; of one who signs in with a provider alone, that the sign-in is fresh.
    ///
    /// - Throws: `Refusal`: `wrong_credentials`, `proof_required`.
    func require(_ password: String, of context: SessionContext) async throws {
        if try await database.read({ try AccountRepository.hasPassword(context.user, in: $0) }) {
            _ = try await require(password, of: context.user)
        } else {
            try context.requireFreshProof(at: accounts.now())
        }
    }

    /// A new password in the form that is hashed.
    ///
    /// - Throws: `Refusal` (`invalid_password`).
    static func accepted(_ password: String) throws(Refusal) -> String {
        try Refusal.translating { () throws(TextProblem) in try TextRule.password(password.normalized) }
    }
}

extension Refusal {
    fileprivate static let wrongPassword = Refusal(.wrongCredentials, "That is not your current password.")
}
