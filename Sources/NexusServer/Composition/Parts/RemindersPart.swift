import NexusCore
import ServiceLifecycle

/// People's own reminders of insights, and the worker that fires them.
struct RemindersPart: ServerPart {
    private let context: ServerContext
    private let insights: InsightsPart
    private let work: ReminderPass
    private let pass: BackgroundPass
    /// Tells the devices of a person that their reminders changed.
    private let tell: @Sendable (UserID) -> Void

    init(_ context: ServerContext, _ insights: InsightsPart, _ notifications: NotificationsPart) {
        self.context = context
        self.insights = insights
        let tell = { @Sendable [nodes = context.nodes] (user: UserID) in
            nodes.tell(.reminders, to: [user])
        }
        self.tell = tell
        let work = ReminderPass(
            database: context.database, now: context.now,
            isActive: { [nodes = context.nodes] in !nodes.activeSessions(of: $0).isEmpty }
        ) { [delivery = notifications.delivery] people in
            for user in Set(people) { tell(user) }
            delivery.wake()
        }
        self.work = work
        pass = BackgroundPass(
            "reminders", database: context.database, pace: context.configuration.backgroundPace,
            untilDue: { work.untilDue }, logger: context.logger)
    }

    var name: String { "reminders" }

    var health: [HealthPart] { context.led([pass.health]) }

    func othersWrote() { pass.wake() }

    func register(in registration: Registration) {
        work.register(in: registration.metrics)
        ReminderRoutes(
            reminders: ReminderService(
                database: context.database, serverZone: insights.serverZone, now: context.now,
                changed: { [pass, tell] user in
                    tell(user)
                    pass.wake()
                }), isOn: isOn
        ).add(to: registration.authorized)
    }

    var services: [any Service] {
        // Nothing fires while the operator has turned insights off: nobody could open them.
        guard isOn else { return [] }
        return [
            BackgroundService("reminders", by: context.leadership) { [pass, work] in
                await pass.run { try await work.step() }
            }
        ]
    }

    private var isOn: Bool { context.configuration.languageModel.isOn }
}
