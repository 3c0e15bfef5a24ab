import Logging
import NexusCore
import NexusDatabase

/// The set-up of a fresh server, and who may join from then on.
struct SetupPart: ServerPart {
    private let context: ServerContext
    private let accounts: AccountsPart
    private let setup: SetupService

    init(_ context: ServerContext, _ accounts: AccountsPart) {
        self.context = context
        self.accounts = accounts
        setup = SetupService(
            database: context.database, accounts: accounts.accounts,
            code: SetupCode(for: context.configuration.database, given: context.configuration.setupCode))
    }

    var name: String { "setup" }

    func register(in registration: Registration) {
        let routes = SetupRoutes(
            setup: setup,
            policy: PolicyService(
                database: context.database, joining: accounts.accounts.joining, now: context.now,
                sessionRestricted: accounts.accounts.sessionRefreshed),
            limits: accounts.limits, cookies: accounts.cookies,
            passkeys: PasskeyHost(transport: context.configuration.transport))
        routes.addOpen(to: registration.open)
        routes.addProved(to: registration.proved)
    }

    func start() async throws {
        guard try await setup.prepare().join == .everyone else { return }
        if !context.configuration.isOpenToEveryone {
            context.logger.notice(
                "everyone who reaches this server can open an account; to close it: nexus admin policy --join invited")
        } else if !["127.0.0.1", "::1", "localhost"].contains(context.configuration.transport.host) {
            context.logger.warning(
                "everyone who reaches this server can open an account while it runs with --join open")
        }
    }
}
