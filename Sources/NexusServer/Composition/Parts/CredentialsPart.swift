import ServiceLifecycle

/// What accounts are signed in to with, changed by their owners and by administrators.
struct CredentialsPart: ServerPart {
    private let context: ServerContext
    private let accounts: AccountsPart
    private let passkeys: PasskeysPart
    /// Nil where no mail server is configured.
    private let mails: MailQueue?
    private let forgotten: AddressRequests?

    init(_ context: ServerContext, _ accounts: AccountsPart, _ passkeys: PasskeysPart, _ mail: MailPart) {
        self.context = context
        self.accounts = accounts
        self.passkeys = passkeys
        mails = mail.queue
        forgotten = mail.queue.map { mails in
            let passwords = ForgottenPasswords(database: context.database, mails: mails, now: context.now)
            return AddressRequests("mailing a link for a forgotten password", logger: context.logger) {
                try await passwords.send(to: $0)
            }
        }
    }

    var name: String { "credentials" }

    func register(in registration: Registration) {
        let passwords = PasswordService(database: context.database, accounts: accounts.accounts)
        let routes = PasswordRoutes(
            passwords: passwords,
            resets: ResetService(database: context.database, accounts: accounts.accounts),
            forgotten: forgotten,
            limits: accounts.limits, cookies: accounts.cookies)
        routes.addOpen(to: registration.open)
        routes.addAuthorized(to: registration.authorized)
        routes.addProved(to: registration.proved)
        let emails = EmailRoutes(
            changes: EmailChangeService(accounts.accounts, mails: mails, settings: context.rateLimits),
            limits: accounts.limits)
        emails.addOpen(to: registration.open)
        emails.addProved(to: registration.proved)
        let factors = SecondFactorRoutes(
            factors: SecondFactorService(
                database: context.database, accounts: accounts.accounts, passwords: passwords),
            limits: accounts.limits)
        factors.addEnrolling(to: registration.enrolling)
        factors.addAuthorized(to: registration.authorized)
        factors.addProved(to: registration.proved)
        ProofRoutes(
            proofs: ProofService(
                database: context.database, accounts: accounts.accounts, passwords: passwords,
                passkeys: passkeys.verifier),
            host: passkeys.host, limits: accounts.limits
        ).addEnrolling(to: registration.enrolling)
    }

    var services: [any Service] {
        guard let forgotten else { return [] }
        return [BackgroundService("forgotten passwords") { await forgotten.run() }]
    }
}
