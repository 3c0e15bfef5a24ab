import NexusCore
import NexusDatabase

/// Mails links to people who forgot their password.
struct ForgottenPasswords: Sendable {
    /// E-mails to one account: at once, and again in an hour.
    static let perHour = 3

    private let database: any Database
    private let mails: MailQueue
    private let limit: TokenBuckets<UserID>
    private let now: @Sendable () -> Timestamp

    init(database: any Database, mails: MailQueue, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.mails = mails
        self.now = now
        let perHour = Double(ForgottenPasswords.perHour)
        limit = TokenBuckets(.init(burst: perHour, perMinute: perHour / 60), now: now)
    }

    /// Queues the link, if the address has an account with a password that is not suspended.
    func send(to email: String) async throws {
        let account = try await database.read { reader in
            try AccountRepository.account(email: email, in: reader).flatMap { account in
                let isSuspended = try AccountStatus.isSuspended(account.profile.user.id, in: reader)
                return account.passwordHash.isEmpty || isSuspended ? nil : account.profile.user
            }
        }
        guard let account, limit.take(account.id) == nil else { return }
        let time = now()
        try await database.write { [mails] transaction in
            let link = try ResetIssue.link(for: account.id, .mail, at: time, transaction)
            let content = MailContent.passwordReset(
                name: account.name, team: try TeamRepository.info(transaction).team, server: mails.settings.server,
                link: "\(mails.settings.server)/reset#\(link.token)")
            try MailRepository.withdraw(.passwordReset, about: .id(account.id), transaction)
            try mails.add(
                .passwordReset, content, to: account.email, about: .id(account.id), until: link.expiresAt, at: time,
                transaction)
        }
        mails.wake()
    }
}

extension Refusal {
    static let noMailForPasswords = Refusal(
        .mailUnavailable,
        "This server sends no e-mail. Ask an administrator of your team for a link that sets a new password.")
}
