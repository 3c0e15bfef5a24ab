import NexusCore
import ServiceLifecycle

/// How long messages stay.
final class RetentionPart: ServerPart {
    private let context: ServerContext
    private let pass: BackgroundPass
    /// Known once the writer's gate is.
    private let work = OnceSet<RetentionPass>()

    init(_ context: ServerContext) {
        self.context = context
        pass = BackgroundPass(
            "retention", database: context.database, pace: context.configuration.backgroundPace,
            logger: context.logger)
    }

    var name: String { "retention" }

    var health: [HealthPart] { context.led([pass.health]) }

    func othersWrote() { pass.wake() }

    func register(in registration: Registration) {
        RetentionRoutes(
            retention: RetentionService(
                database: context.database, gate: registration.gate, now: context.now,
                wake: { [pass] in pass.wake() })
        ).add(to: registration.authorized)
        work.set(RetentionPass(database: context.database, gate: registration.gate, now: context.now))
    }

    var services: [any Service] {
        [
            BackgroundService("old messages", by: context.leadership) { [pass, work] in
                guard let work = work.value else { return }
                await pass.run { try await work.step() }
            }
        ]
    }
}
