/// Passkeys, and signing in with them.
struct PasskeysPart: ServerPart {
    let verifier: PasskeyVerifier
    let host: PasskeyHost
    let waysIn: WaysIn
    private let context: ServerContext
    private let accounts: AccountsPart

    init(_ context: ServerContext, _ accounts: AccountsPart) {
        self.context = context
        self.accounts = accounts
        host = PasskeyHost(transport: context.configuration.transport)
        let signIn = context.configuration.signIn
        waysIn = WaysIn(takesPasswords: signIn.takesPasswords, issuers: Set(signIn.providers.map(\.issuer)))
        verifier = PasskeyVerifier(
            database: context.database, accounts: accounts.accounts,
            challenges: PasskeyChallenges(database: context.database, now: context.now))
    }

    var name: String { "passkeys" }

    func register(in registration: Registration) {
        let routes = PasskeyRoutes(
            passkeys: PasskeyService(
                database: context.database, accounts: accounts.accounts, verifier: verifier, waysIn: waysIn),
            host: host, limits: accounts.limits, cookies: accounts.cookies, now: context.now)
        routes.addOpen(to: registration.open)
        routes.addEnrolling(to: registration.enrolling)
        routes.addAuthorized(to: registration.authorized)
        routes.addProved(to: registration.proved)
    }
}
