import NIOPosix
import ServiceLifecycle

/// The followers of all projections, and the idle-priority thread for their computations.
struct FollowersPart: ServerPart {
    let context: ServerContext
    let threads: NIOThreadPool

    init(_ context: ServerContext, threads: NIOThreadPool) {
        self.context = context
        self.threads = threads
    }

    var name: String { "followers" }
    var health: [HealthPart] { context.followers.health }

    func register(in registration: Registration) { context.followers.register(in: registration.metrics) }

    func start() { threads.start() }

    var services: [any Service] {
        [BackgroundService("followers", by: context.leadership) { [context] in await context.followers.run() }]
    }

    func close() async { await BackgroundThreads(threads).end() }
}
