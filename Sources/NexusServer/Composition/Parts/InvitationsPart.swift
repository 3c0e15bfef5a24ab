/// Invitations, and joining with them.
struct InvitationsPart: ServerPart {
    private let context: ServerContext
    private let accounts: AccountsPart

    init(_ context: ServerContext, _ accounts: AccountsPart) {
        self.context = context
        self.accounts = accounts
    }

    var name: String { "invitations" }

    func register(in registration: Registration) {
        let routes = InvitationRoutes(
            invitations: InvitationService(database: context.database, gate: registration.gate, now: context.now),
            joining: JoinService(
                database: context.database, accounts: accounts.accounts, gate: registration.gate, now: context.now),
            limits: accounts.limits, cookies: accounts.cookies)
        routes.addOpen(to: registration.open)
        routes.addAuthorized(to: registration.authorized)
    }
}
