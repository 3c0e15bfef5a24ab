import ServiceLifecycle

/// Backups that the server makes by itself, if it has a folder for them.
struct BackupPart: ServerPart {
    private let context: ServerContext
    private let schedule: BackupSchedule?

    init(_ context: ServerContext) {
        self.context = context
        schedule = context.configuration.backup.map {
            BackupSchedule(
                $0, pause: context.configuration.backgroundPace.pause, now: context.now, logger: context.logger)
        }
    }

    var name: String { "backup" }

    var health: [HealthPart] { context.led(schedule.map { [$0.health] } ?? []) }

    func register(in registration: Registration) { schedule?.register(in: registration.metrics) }

    var services: [any Service] {
        guard let schedule else { return [] }
        return [
            BackgroundService("backups", by: context.leadership) { await schedule.run() },
            BackgroundService("age of backups") { [leadership = context.leadership] in
                await schedule.watch { !leadership.isLeading }
            },
        ]
    }
}
