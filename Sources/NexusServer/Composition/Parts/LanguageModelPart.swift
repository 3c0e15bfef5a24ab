/// The way to a language model, its budgets and the record of what was sent there.
struct LanguageModelPart: ServerPart {
    let gateway: LanguageModelGateway
    private let context: ServerContext

    init(_ context: ServerContext) {
        self.context = context
        gateway = LanguageModelGateway(
            database: context.database, settings: context.configuration.languageModel, now: context.now,
            logger: context.logger)
    }

    var name: String { "language model" }

    func register(in registration: Registration) {
        LanguageModelRoutes(ledger: LedgerService(database: context.database, gateway: gateway))
            .add(to: registration.authorized)
    }
}
