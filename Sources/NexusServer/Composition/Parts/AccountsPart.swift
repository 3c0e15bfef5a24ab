import NIOPosix
import NexusCore

/// Accounts, sessions and personal settings.
struct AccountsPart: ServerPart {
    let accounts: AccountService
    let cookies: SessionCookies
    let limits: AccountLimits
    private let context: ServerContext
    private let passwordThreads = NIOThreadPool(numberOfThreads: 2)

    init(_ context: ServerContext, _ mail: MailPart) {
        self.context = context
        var cost = PasswordHasher.Cost()
        cost.rounds = 1 << context.configuration.passwordCostLog2
        accounts = AccountService(
            database: context.database, hasher: PasswordHasher(cost: cost, threads: passwordThreads),
            joining: JoinRule(
                isForcedOpen: context.configuration.isOpenToEveryone, sendsMail: context.configuration.mail != nil,
                providers: context.configuration.signIn.providers.map {
                    SignInProvider(name: $0.name, title: $0.title)
                },
                takesPasswords: context.configuration.signIn.takesPasswords),
            codes: CodeLimit(context.rateLimits, now: context.now), now: context.now,
            sessionEnded: { [nodes = context.nodes] in nodes.end($0) },
            sessionRefreshed: { [nodes = context.nodes] in nodes.refreshed($0, of: $1) },
            accountChanged: { [nodes = context.nodes] in nodes.tell(.own($0), to: [$1]) },
            newDevices: mail.queue.map { NewDeviceMail(mails: $0) })
        limits = AccountLimits(context.rateLimits, now: context.now)
        cookies = SessionCookies(
            transport: context.configuration.transport, trustsProxy: context.rateLimits.trustsProxy)
    }

    var name: String { "accounts" }

    func register(in registration: Registration) {
        let routes = AccountRoutes(
            accounts: accounts, limits: limits,
            peopleLimit: .people(context.rateLimits, now: context.now), cookies: cookies)
        routes.addOpen(to: registration.open)
        routes.addEnrolling(to: registration.enrolling)
        routes.addAuthorized(to: registration.authorized)
        UserSettingsRoutes(database: context.database).add(to: registration.authorized)
    }

    func start() { passwordThreads.start() }

    func close() async throws { try await passwordThreads.shutdownGracefully() }
}
