import NexusCore
import NexusDatabase

/// Signing in.
extension AccountService {
    /// - Throws: `Refusal`: `wrong_credentials`, whether the address or the password is wrong; `account_suspended`,
    ///   only with the right password, as `code_required` and `wrong_code` for an account with a second factor.
    func signIn(_ request: SignInRequest, from origin: SignInOrigin = .unknown) async throws -> SignedIn {
        try joining.requirePasswords()
        let wrong = Refusal(.wrongCredentials, "The e-mail address or the password is wrong.")
        let passwords = PasswordForms.of(request.password)
        guard let password = passwords.first else { throw wrong }
        let email = try? TextRule.email(request.email)
        let account = try await database.read { reader in
            try email.flatMap { try AccountRepository.account(email: $0, in: reader) }
        }
        let verdict = try await hasher.check(passwords, hash: account?.passwordHash)
        guard verdict.matches, let account else {
            if let account { failed(account.profile.user.id, from: origin) }
            throw wrong
        }
        let user = account.profile.user.id
        let signedIn: SignedIn
        do {
            signedIn = try await codes.attempt(isGuess: SecondFactor.isGuess(request.code), of: user) {
                try await enter(user, device: request.device, from: origin) { transaction in
                    try SecondFactor.require(request.code, of: user, at: now(), transaction)
                }
            }
        } catch let refusal as Refusal where refusal.code == .wrongCode {
            failed(user, from: origin)
            throw refusal
        }
        if verdict.isOutdated { rehash(password, of: user, insteadOf: account.passwordHash) }
        return signedIn
    }

    /// Opens a session for a user who has proved their identity, and tells of it, and of what failed before, in the audit log.
    ///
    /// - Parameters:
    ///   - proof: what it was proved with, for the log; empty for the password.
    ///   - isTwoFactors: whether a passkey proved it.
    ///   - admit: checks what else is needed, in the transaction that opens the session.
    /// - Throws: `Refusal` (`account_suspended`), and what `admit` throws.
    func enter(
        _ user: UserID, device: String, from origin: SignInOrigin, with proof: String = "", isTwoFactors: Bool = false,
        _ admit: @escaping @Sendable (Transaction) throws -> Void
    ) async throws -> SignedIn {
        let time = now()
        let (signedIn, ended) = try await database.writeEssential { transaction in
            guard let profile = try AccountRepository.profile(of: user, in: transaction) else {
                throw Refusal.notSignedIn
            }
            if try AccountStatus.isSuspended(user, in: transaction) { throw Refusal.accountSuspended }
            try admit(transaction)
            let (tokens, ended) = try openTold(
                device, from: origin, with: proof, isTwoFactors: isTwoFactors, of: user, at: time, transaction)
            return (tokens.signedIn(profile), ended)
        }
        ended.forEach(sessionEnded)
        newDevices?.mails.wake()
        await tellDevices(of: user)
        return signedIn
    }

    /// Opens a session for a user who was checked in this transaction, and tells of it, and of what failed before, in the audit log.
    ///
    /// - Returns: the session, and those that ended for it.
    func openTold(
        _ device: String, from origin: SignInOrigin, with proof: String, isTwoFactors: Bool = false, of user: UserID,
        at time: Timestamp, _ transaction: Transaction
    ) throws -> (tokens: SessionTokens, ended: [SessionID]) {
        let expired = try SessionRepository.deleteExpired(before: time, transaction)
        let surplus = try SessionRepository.leastUsed(
            of: user, beyond: AccountService.sessionsPerPerson - 1, in: transaction)
        for session in surplus { _ = try SessionRepository.delete(session, of: user, transaction) }
        let tokens = try open(device, from: origin, isTwoFactors: isTwoFactors, of: user, at: time, transaction)
        if let failures = try FailedSignInRepository.take(of: user, transaction) {
            try AuditLog.append(
                .failSignIn, by: user, to: user, session: tokens.session, count: failures.count,
                since: failures.since, note: failures.text, at: time, transaction)
        }
        let name = AccountService.deviceName(device)
        try newDevices?.tell(user, of: name, from: origin, at: time, transaction)
        let note = [name, origin.text, proof].filter { !$0.isEmpty }
        try AuditLog.append(
            .signIn, by: user, to: user, session: tokens.session, note: note.joined(separator: ", "), at: time,
            transaction)
        return (tokens, expired + surplus)
    }

    /// Replaces an outdated hash in the background. After a failure the old hash stays valid, and the next sign-in
    /// retries.
    private func rehash(_ password: String, of user: UserID, insteadOf old: String) {
        Task { [hasher, database] in
            let hash = try await hasher.hash(password)
            try await database.write {
                try AccountRepository.setPasswordHash(hash, insteadOf: old, of: user, $0)
            }
        }
    }
}
