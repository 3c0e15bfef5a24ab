import NIOPosix
import NexusCore
import ServiceLifecycle

/// Copies of people's data, if the server has a folder for them.
struct ExportPart: ServerPart {
    private let context: ServerContext
    private let service: ExportService?
    private let pass: BackgroundPass
    private let threads = NIOThreadPool(numberOfThreads: 1)

    /// - Throws: the file system's error if the folder cannot be created.
    init(_ context: ServerContext) throws {
        self.context = context
        let configuration = context.configuration
        let pass = BackgroundPass(
            "exports", database: context.database, pace: configuration.backgroundPace,
            logger: context.logger)
        self.pass = pass
        let threads = BackgroundThreads(threads)
        service = try configuration.exportFolder.map { path in
            ExportService(
                database: context.database,
                folder: try ExportFolder(path, reserve: configuration.exportReserve),
                media: try configuration.media.folder.map {
                    try context.mediaStore(try MediaFolder($0), threads: threads)
                }, threads: threads, now: context.now,
                rest: { try await pass.rest() }, logger: context.logger, wake: { pass.wake() })
        }
    }

    var name: String { "exports" }

    var health: [HealthPart] { service == nil ? [] : context.led([pass.health]) }

    func othersWrote() { pass.wake() }

    func register(in registration: Registration) {
        ExportRoutes(exports: service).add(to: registration.authorized)
    }

    func start() { threads.start() }

    var services: [any Service] {
        guard let service else { return [] }
        return [
            BackgroundService("copies of people's data", by: context.leadership) { [pass] in
                await pass.run { try await service.step() }
            }
        ]
    }

    func close() async throws { try await threads.shutdownGracefully() }
}
