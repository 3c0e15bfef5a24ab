/// What accounts are signed in to with, changed by their owners and by administrators.
struct CredentialsPart: ServerPart {
    private let context: ServerContext
    private let accounts: AccountsPart

    init(_ context: ServerContext, _ accounts: AccountsPart) {
        self.context = context
        self.accounts = accounts
    }

    var name: String { "credentials" }

    func register(in registration: Registration) {
        let passwords = PasswordService(database: context.database, accounts: accounts.accounts)
        let routes = PasswordRoutes(
            passwords: passwords,
            resets: ResetService(database: context.database, accounts: accounts.accounts),
            limits: accounts.limits, cookies: accounts.cookies)
        routes.addOpen(to: registration.open)
        routes.addAuthorized(to: registration.authorized)
        SecondFactorRoutes(
            factors: SecondFactorService(
                database: context.database, accounts: accounts.accounts, passwords: passwords),
            limits: accounts.limits
        ).addAuthorized(to: registration.authorized)
    }
}
