import Logging
import NIOCore
import NIOPosix
import NexusCore
import NexusDatabase

/// The shared components of all parts.
struct ServerContext: Sendable {
    let configuration: ServerConfiguration
    let logger: Logger
    let database: SQLDatabase
    let epoch: DatabaseEpoch
    let eventLoops: MultiThreadedEventLoopGroup
    /// All live sockets.
    let hub: Hub
    /// The other nodes of the database; without a bus it tells the sockets of this one alone.
    let nodes: NodeLink
    /// Which node works in the background.
    let leadership: Leadership
    let followers: Followers
    let history: HistoryService
    /// By which push services recognise this server.
    let pushKeys: VAPIDKeys

    var now: @Sendable () -> Timestamp { configuration.now }
    var rateLimits: RateLimitSettings { configuration.rateLimits }

    /// The state of work that one node at a time does: where another one does it, nothing is wrong with it here.
    func led(_ parts: [HealthPart]) -> [HealthPart] {
        leadership.isLeading ? parts : parts.map { HealthPart($0.name, .ok) }
    }

    /// Opens the database and brings its schema up to date.
    /// - Throws: `DatabaseError`, `NatsError`.
    init(_ configuration: ServerConfiguration, background: BackgroundThreads, logger: Logger) throws {
        self.configuration = configuration
        self.logger = logger
        var keys: VAPIDKeys?
        let (database, epoch) = try DatabaseEpoch.open(
            configuration.database, logger: logger, now: configuration.now,
            preparing: { keys = try VAPIDKeys.load($0) })
        guard let keys else { throw DatabaseError(.unavailable, detail: "the database was not prepared") }
        pushKeys = keys
        self.database = database
        self.epoch = epoch
        history = HistoryService(epoch: epoch.id)
        let hub = Hub()
        self.hub = hub
        nodes = try NodeLink(
            configuration.bus, epoch: epoch.id, hub: hub, database: database, now: configuration.now)
        eventLoops = MultiThreadedEventLoopGroup(
            numberOfThreads: configuration.eventLoopThreads > 0 ? configuration.eventLoopThreads : System.coreCount)
        leadership = Leadership(database: database, configuration.database, logger: logger)
        followers = Followers {
            Follower(
                $0, database: database, settling: configuration.settling, threads: background, now: configuration.now,
                logger: logger)
        }
    }
}
