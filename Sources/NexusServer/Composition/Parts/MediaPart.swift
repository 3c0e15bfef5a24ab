import NIOPosix
import ServiceLifecycle

/// Uploads and downloads, if the server has a folder for them.
struct MediaPart: ServerPart {
    private let context: ServerContext
    /// Nil for a server without a folder for media.
    let media: MediaService?
    private let fileThreads: NIOThreadPool
    private let decodingThreads: NIOThreadPool

    /// Of finished contents; nil without a folder.
    private let store: (any MediaStore)?

    /// - Throws: The file system's error if the folder cannot be created; ``S3SettingsError``.
    init(_ context: ServerContext) throws {
        self.context = context
        let settings = context.configuration.media
        let fileThreads = NIOThreadPool(numberOfThreads: settings.fileThreads)
        let decodingThreads = NIOThreadPool(numberOfThreads: settings.threads)
        self.fileThreads = fileThreads
        self.decodingThreads = decodingThreads
        guard let path = settings.folder else {
            (store, media) = (nil, nil)
            return
        }
        let (folder, threads) = (try MediaFolder(path), MediaThreads(fileThreads))
        let store = try context.mediaStore(folder, threads: threads)
        self.store = store
        media = MediaService(
            database: context.database, folder: folder, store: store, threads: threads,
            decoding: MediaThreads(decodingThreads, givesWay: true), settings: settings, now: context.now)
    }

    var name: String { "media" }

    var health: [HealthPart] { (store?.health).map { [$0] } ?? [] }

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
            pause: context.configuration.media.collectionPause,
            sleep: { try await Task.sleep(for: .milliseconds($0)) }, logger: context.logger)
        return [
            BackgroundService("media collector", by: context.leadership) {
                await collector.run { try await media.collect() }
            },
            // Every node has partial uploads of its own.
            BackgroundService("upload collector") {
                await collector.run {
                    try await media.collectUploads()
                    return 0
                }
            },
            BackgroundService("media store") { [store] in await store?.watch() },
        ]
    }

    func close() async throws {
        try await fileThreads.shutdownGracefully()
        try await decodingThreads.shutdownGracefully()
    }
}

extension ServerContext {
    /// Where finished contents are by the configuration.
    ///
    /// - Parameter folder: of uploads and work, and of contents if there is no object store.
    /// - Throws: ``S3SettingsError``.
    func mediaStore(_ folder: MediaFolder, threads: any MediaWorkers) throws(S3SettingsError) -> any MediaStore {
        guard let place = configuration.media.store else { return FolderMediaStore(folder: folder, threads: threads) }
        let client = S3Client(
            place.settings, bucket: place.address.bucket, transport: try S3Transport(roots: place.settings.roots),
            now: now)
        return S3MediaStore(client, at: place.address, folder: folder, threads: threads, logger: logger)
    }
}
