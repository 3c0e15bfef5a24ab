import NexusCore
import NexusDatabase

/// Sets new passwords for people who forgot theirs, with links that administrators hand over or that were mailed. A link works once.
struct ResetService: Sendable {
    /// Milliseconds that a link works.
    static let life: Int64 = 30 * 60_000

    let database: any Database
    let accounts: AccountService

    /// Makes the link by which a person sets a new password; an earlier one no longer works.
    ///
    /// - Throws: `Refusal`: `forbidden`; `unknown_person` for a person without a password, who is invited instead.
    func make(_ request: ResetRequest, for subject: UserID, by user: UserID) async throws -> ResetLink {
        let time = accounts.now()
        let link = try await database.write { transaction in
            try AccountStatus.requireAdministrator(user, transaction)
            guard try AccountRepository.passwordHash(of: subject, in: transaction) != nil else {
                throw Refusal(
                    .unknownPerson, "This person has no password yet, or is not on this server. Invite them instead.")
            }
            return try ResetIssue.link(
                for: subject, .administrator(user), removingFactor: request.removesSecondFactor, at: time, transaction)
        }
        await accounts.tellDevices(of: subject)
        return link
    }

    /// - Throws: `Refusal` (`reset_invalid`).
    func look(_ token: String) async throws -> ResetPreview {
        let time = accounts.now()
        return try await database.read { reader in
            let (reset, profile) = try ResetService.working(token, at: time, in: reader)
            return ResetPreview(user: profile.user, expiresAt: reset.expiresAt)
        }
    }

    /// Sets a new password, ends all of the person's sessions and a pending change of address, and opens one.
    ///
    /// - Throws: `Refusal`: `reset_invalid`, `invalid_password`, `account_suspended`; `code_required` and `wrong_code` for an account with
    ///   a second factor, unless the link turns it off.
    func reset(_ request: PasswordReset, from origin: SignInOrigin = .unknown) async throws -> SignedIn {
        let password = try PasswordService.accepted(request.password)
        let time = accounts.now()
        // Made-up links do not reach the key derivation.
        let user = try await database.read { reader in
            let (reset, profile) = try ResetService.working(request.token, at: time, in: reader)
            try PasswordRule(profile.user, in: reader).check(password)
            return reset.user
        }
        let hash = try await accounts.hasher.hash(password)
        let isGuess = SecondFactor.isGuess(request.code)
        let (signedIn, ended) = try await accounts.codes.attempt(isGuess: isGuess, of: user) {
            try await database.writeEssential { transaction in
                try spend(request, hash, from: origin, at: time, transaction)
            }
        }
        ended.forEach(accounts.sessionEnded)
        return signedIn
    }

    private func spend(
        _ request: PasswordReset, _ hash: String, from origin: SignInOrigin, at time: Timestamp,
        _ transaction: Transaction
    ) throws -> (SignedIn, [SessionID]) {
        let (reset, profile) = try ResetService.working(request.token, at: time, in: transaction)
        if try AccountStatus.isSuspended(reset.user, in: transaction) { throw Refusal.accountSuspended }
        if reset.removesFactor {
            try SecondFactor.remove(of: reset.user, note: "with a reset link", at: time, transaction)
            try Passkeys.removeAll(of: reset.user, note: "with a reset link", at: time, transaction)
        } else {
            try SecondFactor.require(request.code, of: reset.user, at: time, transaction)
        }
        try ResetRepository.delete(of: reset.user, transaction)
        try EmailChangeRepository.cancel(of: reset.user, transaction)
        try AccountRepository.setPasswordHash(hash, of: reset.user, transaction)
        let ended = try SessionRepository.deleteAll(of: reset.user, transaction)
        try AuditLog.append(
            .resetPassword, by: reset.user, to: reset.user, note: "sessions ended: \(ended.count)", at: time,
            transaction)
        let tokens = try accounts.open(request.device, from: origin, of: reset.user, at: time, transaction)
        return (tokens.signedIn(profile), ended)
    }

    /// The link of a token, while it works: it has not expired, and its creator is the person (it was mailed to them, or made by the
    /// operator), or still administers the server.
    private static func working(
        _ token: String, at now: Timestamp, in reader: Reader
    ) throws -> (ResetRepository.Reset, Profile) {
        guard let reset = try ResetRepository.reset(tokenHash: Token.hash(token), in: reader),
            try reset.creator == reset.user || AccountStatus.isAdministrator(reset.creator, in: reader),
            let profile = try AccountRepository.profile(of: reset.user, in: reader)
        else { throw Refusal.resetInvalid("This link was used, was replaced, or is not this server's.") }
        guard reset.expiresAt > now else { throw Refusal.resetInvalid("This link has expired.") }
        return (reset, profile)
    }
}

extension Refusal {
    fileprivate static func resetInvalid(_ reason: String) -> Refusal {
        Refusal(.resetInvalid, "\(reason) Ask an administrator for a new one.")
    }
}
