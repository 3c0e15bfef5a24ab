import NIOPosix
import ServiceLifecycle

/// Uploads and downloads, if the server has a folder for them.
struct MediaPart: ServerPart {
    private let context: ServerContext
    /// Nil for a server without a folder for media.
    let media: MediaService?
    private let fileThreads: NIOThreadPool
    private let decodingThreads: NIOThreadPool

    /// - Throws: The file system's error if the folder cannot be created.
    init(_ context: ServerContext) throws {
        self.context = context
        let settings = context.configuration.media
        let fileThreads = NIOThreadPool(numberOfThreads: settings.fileThreads)
        let decodingThreads = NIOThreadPool(numberOfThreads: settings.threads)
        self.fileThreads = fileThreads
        self.decodingThreads = decodingThreads
        media = try settings.folder.map { path in
            MediaService(
                database: context.database, folder: try MediaFolder(path), threads: MediaThreads(fileThreads),
                decoding: MediaThreads(decodingThreads, givesWay: true), settings: settings, now: context.now)
        }
    }

    var name: String { "media" }

    func register(in registration: Registration) {
        guard let media else { return }
        let routes = MediaRoutes(media: media, limits: MediaLimits(context.rateLimits, now: context.now))
        routes.addOpen(to: registration.open)
        routes.add(to: registration.signedIn)
    }

    func start() {
        fileThreads.start()
        decodingThreads.start()
    }

    var services: [any Service] {
        guard let media else { return [] }
        let collector = MediaCollector(
            media: media, pause: context.configuration.media.collectionPause,
            sleep: { try await Task.sleep(for: .milliseconds($0)) }, logger: context.logger)
        return [BackgroundService("media collector") { await collector.run() }]
    }

    func close() async throws {
        try await fileThreads.shutdownGracefully()
        try await decodingThreads.shutdownGracefully()
    }
}
