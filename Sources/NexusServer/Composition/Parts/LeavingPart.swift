import NexusCore
import ServiceLifecycle

/// The deletion of accounts.
final class LeavingPart: ServerPart {
    private let context: ServerContext
    private let accounts: AccountsPart
    private let mail: MailPart
    private let pass: BackgroundPass
    /// Known once the writer's gate is.
    private let removal = OnceSet<AccountRemoval>()

    init(_ context: ServerContext, _ accounts: AccountsPart, _ mail: MailPart) {
        self.context = context
        self.accounts = accounts
        self.mail = mail
        pass = BackgroundPass(
            "leaving", database: context.database, pace: context.configuration.backgroundPace,
            logger: context.logger)
    }

    var name: String { "leaving" }

    var health: [HealthPart] { context.led([pass.health]) }

    func othersWrote() { pass.wake() }

    func register(in registration: Registration) {
        let routes = DeletionRoutes(
            deletions: DeletionService(
                database: context.database, accounts: accounts.accounts,
                passwords: PasswordService(database: context.database, accounts: accounts.accounts),
                gate: registration.gate, mails: mail.queue, wake: { [pass] in pass.wake() }),
            limits: accounts.limits)
        routes.addAuthorized(to: registration.authorized)
        routes.addProved(to: registration.proved)
        removal.set(
            AccountRemoval(
                database: context.database, gate: registration.gate, now: context.now, logger: context.logger,
                sessionEnded: accounts.accounts.sessionEnded,
                insightsChanged: { [nodes = context.nodes] id, members in
                    nodes.tell(.insights(id), to: members, in: id)
                }))
    }

    var services: [any Service] {
        [
            BackgroundService("deletion of accounts", by: context.leadership) { [pass, removal] in
                guard let removal = removal.value else { return }
                await pass.run { try await removal.step() }
            }
        ]
    }
}
