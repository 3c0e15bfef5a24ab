import ServiceLifecycle

/// Invitations, and joining with them or with a confirmed address.
struct InvitationsPart: ServerPart {
    private let context: ServerContext
    private let accounts: AccountsPart
    private let mail: MailPart
    /// Nil where no mail server is configured.
    private let links: JoinLinks?

    init(_ context: ServerContext, _ accounts: AccountsPart, _ mail: MailPart) {
        self.context = context
        self.accounts = accounts
        self.mail = mail
        links = mail.queue.map {
            JoinLinks(database: context.database, mails: $0, now: context.now, logger: context.logger)
        }
    }

    var name: String { "invitations" }

    func register(in registration: Registration) {
        let routes = InvitationRoutes(
            invitations: InvitationService(database: context.database, gate: registration.gate, now: context.now),
            joining: JoinService(
                database: context.database, accounts: accounts.accounts, gate: registration.gate, now: context.now),
            mailer: mail.queue.map {
                InvitationMailer(
                    database: context.database, gate: registration.gate, mails: $0, settings: context.rateLimits,
                    now: context.now)
            },
            links: links, limits: accounts.limits, cookies: accounts.cookies, now: context.now)
        routes.addOpen(to: registration.open)
        routes.addAuthorized(to: registration.authorized)
    }

    var services: [any Service] {
        guard let links else { return [] }
        return [BackgroundService("links to join") { await links.run() }]
    }
}
