import NexusDatabase
import ServiceLifecycle

/// The database, its epoch and what watches over them. Closed after all that uses them.
struct StoragePart: ServerPart {
    let context: ServerContext

    init(_ context: ServerContext) { self.context = context }

    var name: String { "storage" }

    func register(in registration: Registration) {
        registration.metrics.register(context.database)
        registration.metrics.registerProcess()
        var path: String?
        if case .file(let file) = context.configuration.database.storage { path = file }
        InventoryRoutes(
            inventory: InventoryService(database: context.database, path: path, now: context.now)
        ).add(to: registration.authorized)
    }

    var services: [any Service] {
        let monitor = BackgroundService("storage monitor") { [context] in
            await StorageMonitor(
                database: context.database, logger: context.logger,
                isPostgres: context.configuration.database.isPostgres
            ).run()
        }
        let isShared = context.configuration.database.isShared
        guard context.configuration.hasStandby || isShared else { return [monitor] }
        let watch = BackgroundService("writer watch") { [context] in
            try await WriterWatch(database: context.database, outlives: isShared).run()
        }
        return [monitor, watch]
    }

    func close() async throws {
        // The last mark records the committed changes, even if the file could not be closed.
        defer { context.epoch.close() }
        try await context.database.close()
    }
}
