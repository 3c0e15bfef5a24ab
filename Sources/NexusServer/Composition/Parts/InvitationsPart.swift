import ServiceLifecycle

/// Invitations, and joining with them or with a confirmed address.
struct InvitationsPart: ServerPart {
    private let context: ServerContext
    private let accounts: AccountsPart
    private let mail: MailPart
    /// Nil where no mail server is configured.
    private let askings: AddressRequests?

    init(_ context: ServerContext, _ accounts: AccountsPart, _ mail: MailPart) {
        self.context = context
        self.accounts = accounts
        self.mail = mail
        askings = mail.queue.map { mails in
            let links = JoinLinks(database: context.database, mails: mails, now: context.now)
            return AddressRequests("mailing a link to join", logger: context.logger) { try await links.send(to: $0) }
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
            askings: askings, limits: accounts.limits, cookies: accounts.cookies, now: context.now)
        routes.addOpen(to: registration.open)
        routes.addAuthorized(to: registration.authorized)
    }

    var services: [any Service] {
        guard let askings else { return [] }
        return [BackgroundService("links to join") { await askings.run() }]
    }
}
