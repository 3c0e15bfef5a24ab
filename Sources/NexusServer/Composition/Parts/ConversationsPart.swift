import NexusCore
import ServiceLifecycle

/// Operations, history and receipts.
struct ConversationsPart: ServerPart {
    private let context: ServerContext
    private let pass: BackgroundPass

    init(_ context: ServerContext) {
        self.context = context
        pass = BackgroundPass(
            "operations", database: context.database, pace: context.configuration.backgroundPace,
            logger: context.logger)
    }

    var name: String { "conversations" }

    var health: [HealthPart] { context.led([pass.health]) }

    func register(in registration: Registration) {
        MessageRoutes(
            database: context.database, history: context.history, operations: registration.gate, now: context.now
        ).add(to: registration.authorized)
        ReceiptRoutes(database: context.database, history: context.history).add(to: registration.authorized)
    }

    var services: [any Service] {
        let removal = OperationRemoval(database: context.database, now: context.now)
        return [
            BackgroundService("old operations", by: context.leadership) { [pass] in
                await pass.run { try await removal.step() }
            }
        ]
    }
}
