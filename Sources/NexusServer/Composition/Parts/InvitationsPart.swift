/// Invitations, and joining with them.
struct InvitationsPart: ServerPart {
    private let context: ServerContext
    private let accounts: AccountsPart
    private let mail: MailPart

    init(_ context: ServerContext, _ accounts: AccountsPart, _ mail: MailPart) {
        self.context = context
        self.accounts = accounts
        self.mail = mail
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
            limits: accounts.limits, cookies: accounts.cookies, now: context.now)
        routes.addOpen(to: registration.open)
        routes.addAuthorized(to: registration.authorized)
    }
}
