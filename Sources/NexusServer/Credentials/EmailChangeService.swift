import NexusCore
import NexusDatabase

/// Changes the address that a person signs in with: a link confirms the new one, and the old one is told.
struct EmailChangeService: Sendable {
    /// Milliseconds that a link works.
    static let life: Int64 = 30 * 60_000
    /// Links that one person is mailed in an hour.
    static let perHour = 5

    let accounts: AccountService
    let database: any Database
    let limit: UserLimit
    /// Nil where no mail server is configured.
    let mails: MailQueue?

    init(_ accounts: AccountService, mails: MailQueue?, settings: RateLimitSettings) {
        self.accounts = accounts
        self.mails = mails
        database = accounts.database
        limit = UserLimit(
            settings, atOnce: EmailChangeService.perHour, perMinute: Double(EmailChangeService.perHour) / 60,
            text: "You have changed your address often. Wait before you change it again.", now: accounts.now)
    }

    /// Mails a link to the new address. Where another account has it, the e-mail says so instead, and the answer does not.
    ///
    /// - Throws: `Refusal`: `mail_unavailable`, `invalid_email`, `invalid_request` for the present address, `rate_limited`, `overloaded`.
    func request(_ change: EmailChange, by profile: Profile) async throws {
        guard let mails else { throw Refusal.noMailForAddresses }
        let email = try Refusal.translating { () throws(TextProblem) in try TextRule.email(change.email) }
        guard MailAddress(email) != nil else {
            throw Refusal(.invalidEmail, "That is not an e-mail address that messages can be sent to.")
        }
        let user = profile.user
        guard email != user.email else { throw Refusal(.invalidRequest, "This is your present address.") }
        try limit.take(user.id)
        let time = accounts.now()
        try await database.write { transaction in
            try MailRepository.withdraw(.address, about: .id(user.id), transaction)
            let team = try TeamRepository.info(transaction).team
            let server = mails.settings.server
            let expiry = time.advanced(by: EmailChangeService.life)
            let content: MailContent
            if try AccountRepository.account(email: email, in: transaction) != nil {
                content = .addressInUse(team: team, server: server)
            } else {
                let token = Token.link()
                try EmailChangeRepository.put(
                    .init(user: user.id, email: email, expiresAt: expiry), tokenHash: Token.hash(token), transaction)
                content = .addressConfirmation(
                    name: user.name, team: team, server: server, link: "\(server)/confirm#\(token)")
            }
            try mails.add(
                .address, content, to: email, about: .id(user.id), until: expiry, at: time, transaction)
        }
        mails.wake()
    }

    /// Gives the account the confirmed address. Sessions stay.
    ///
    /// - Throws: `Refusal`: `confirmation_invalid`, `account_suspended`, `email_taken`.
    func confirm(_ confirmation: EmailConfirmation) async throws -> EmailChange {
        let time = accounts.now()
        let hash = Token.hash(confirmation.token)
        let (user, email) = try await database.write { transaction in
            guard let pending = try EmailChangeRepository.pending(tokenHash: hash, in: transaction),
                let before = try AccountRepository.profile(of: pending.user, in: transaction)?.user
            else { throw Refusal.confirmationInvalid("This link was used, was replaced, or is not this server's.") }
            guard pending.expiresAt > time else { throw Refusal.confirmationInvalid("This link has expired.") }
            if try AccountStatus.isSuspended(pending.user, in: transaction) { throw Refusal.accountSuspended }
            guard try EmailChangeRepository.apply(pending.email, to: pending.user, transaction) else {
                throw Refusal.emailTaken
            }
            try EmailChangeRepository.delete(of: pending.user, transaction)
            // Links that were mailed to the old address no longer set a password.
            try ResetRepository.delete(of: pending.user, transaction)
            try AuditLog.append(
                .changeEmail, by: pending.user, to: pending.user, note: "before: \(before.email)", at: time, transaction
            )
            if let mails {
                let content = MailContent.addressChanged(
                    name: before.name, team: try TeamRepository.info(transaction).team, server: mails.settings.server)
                try mails.add(
                    .address, content, to: before.email, until: time.advanced(by: MailQueue.longestLife),
                    at: time, transaction)
            }
            return (pending.user, pending.email)
        }
        mails?.wake()
        await accounts.tellDevices(of: user)
        return EmailChange(email: email)
    }
}

extension Refusal {
    fileprivate static func confirmationInvalid(_ reason: String) -> Refusal {
        Refusal(.confirmationInvalid, "\(reason) Change your address again in the settings.")
    }

    fileprivate static let noMailForAddresses = Refusal(
        .mailUnavailable, "This server sends no e-mail, so an address cannot be confirmed.")
}
