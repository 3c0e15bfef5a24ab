import Logging
import NexusCore
import NexusDatabase
import Synchronization

/// The followers of a server: notified of each change, run together, and shown in metrics and health.
final class Followers: Sendable {
    private let all = Mutex<[Follower]>([])
    private let make: @Sendable (any Projection) -> Follower

    /// - Parameter make: Creates the follower of a projection.
    init(_ make: @escaping @Sendable (any Projection) -> Follower) { self.make = make }

    /// Adds a follower for a projection, unless that is off.
    /// - Returns: The follower; nil if there is none.
    @discardableResult
    func add(_ projection: any Projection) -> Follower? {
        guard projection.isFollowed else { return nil }
        let follower = make(projection)
        all.withLock { $0.append(follower) }
        return follower
    }

    private var list: [Follower] { all.withLock { $0 } }

    /// A change was committed. Called on the writer's thread.
    func published(_ change: Change) {
        for follower in list { follower.published(change) }
    }

    /// Notes work in a conversation for the follower of that name; a no-op if there is none.
    func note(_ id: ConversationID, for name: String) {
        list.first { $0.projection.name == name }?.note(id)
    }

    /// Other nodes have changed these conversations; nil if any may have changed.
    func changed(_ conversations: Set<ConversationID>?) {
        for follower in list {
            if let conversations {
                for id in conversations { follower.note(id) }
            } else {
                follower.lookAgain()
            }
        }
    }

    /// Works until its task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            for follower in list { group.addTask(priority: .utility) { await follower.run() } }
        }
    }

    /// The older changes that a projection has yet to process; 0 without a follower.
    func remainingCount(of name: String) -> Int64 {
        list.first { $0.projection.name == name }?.remainingCount ?? 0
    }

    /// One part each, in the order of adding.
    var health: [HealthPart] { list.map(\.health) }

    /// Registers the metrics of each.
    func register(in registry: MetricsRegistry) {
        for follower in list {
            let name = follower.projection.name
            let labels = [("follower", name)]
            registry.gauge("nexus_follower_lag_seconds", "Age of the oldest unprocessed change.", labels: labels) {
                follower.lag / .seconds(1)
            }
            registry.gauge("nexus_follower_skipped_rows", "Messages that could not be processed.", labels: labels) {
                Double(follower.skippedCount)
            }
            registry.counter(
                "nexus_follower_failures_total", "Failed steps; all are retried.", labels: labels
            ) { Double(follower.failureCount) }
            registry.gauge(
                "nexus_\(name)_remaining", "Older changes that \(name) has yet to process."
            ) { Double(follower.remainingCount) }
            follower.projection.register(in: registry)
        }
    }
}
