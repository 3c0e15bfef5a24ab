import Logging
import NIOPosix
import NexusCore
import ServiceLifecycle

/// Copies of people's data, if the server has a folder for them.
struct ExportPart: ServerPart {
    /// Between two looks at the folder of each node.
    private static let pause = Duration.seconds(600)

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
            },
            // One that led before has files that the one that leads now does not see.
            BackgroundService("left copies of people's data") { [logger = context.logger] in
                repeat {
                    do { try await service.removeLeftovers() } catch  where !Task.isCancelled {
                        logger.warning("left copies of data could not be removed", metadata: ["error": "\(error)"])
                    } catch {}
                } while (try? await Task.sleep(for: ExportPart.pause)) != nil
            },
        ]
    }

    func close() async { await BackgroundThreads(threads).end() }
}
