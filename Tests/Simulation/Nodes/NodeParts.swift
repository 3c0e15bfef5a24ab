import NIOCore
import NIOEmbedded
import NexusBus
import NexusCore
import NexusDatabase

@testable import NexusServer

/// What a simulated node has because there are others, all of it the server's own: its hub and publisher, its link to the bus, its watch of the
/// database, and its fence. Sockets, bus and time are simulated.
final class NodeParts {
    let hub = Hub()
    let link: NodeLink
    let publisher: Publisher
    let terms = LeaderTerms()
    /// Its end of the bus; nil if there is none.
    let end: SimulatedBusEnd?
    private let loop = EmbeddedEventLoop()
    private let executor = StepExecutor()
    private let alarm = Alarm()
    private let watch: Task<Void, Never>

    init(_ database: SQLDatabase, _ server: SimulatedServer) throws {
        let (hub, clock, plant) = (hub, server.world.clock, server.world.plant)
        let (epoch, bus) = (server.epoch, server.bus)
        let link = try NodeLink(
            bus.map { bus in .made { bus.join($0) } }, epoch: epoch, hub: hub, database: database,
            now: { clock.time }, clock: { clock.instant })
        self.link = link
        end = bus?.ends.last
        if let plant { end?.altered = { plant.altered($0, at: hub) } }
        publisher = Publisher(hub: hub, onEach: { link.published($0, $1) }, onOwn: { link.told($1, [$0]) })
        var look = NodeWatch(
            database: database, hub: hub, history: server.history, epoch: DatabaseEpoch(id: epoch),
            now: { clock.time }, isCovered: { plant == .trustsCutBus ? link.isOn : link.isCurrent },
            changed: { _ in })
        if link.isOn { look.members = { link.found($1, of: $0) } }
        watch = Task(executorPreference: executor) { [alarm, look] in
            try? await look.run { try await alarm.sleep() }
        }
        executor.run()
    }

    /// A device's connection, as the hub knows it.
    func connect(_ session: LiveSession, to outlet: SimulatedOutlet) -> LiveConnection {
        let connection = LiveConnection(context: session, writer: outlet, eventLoop: loop)
        _ = hub.add(connection, of: session, atMost: .max)
        return connection
    }

    /// Has what was written arrive at the outlets.
    func settle() { loop.run() }

    /// Takes one look at what other nodes have committed.
    func look() {
        alarm.ring()
        executor.run()
    }

    /// It crashes, or ends with its run.
    func stop() {
        watch.cancel()
        alarm.ring(CancellationError())
        executor.run()
        end?.close()
    }
}
