import Logging
import NexusCore
import NexusDatabase
import ServiceLifecycle

/// The other nodes over the same database, if there are any: which of them works in the background, and what they commit.
final class NodesPart: ServerPart {
    private let context: ServerContext
    /// Told when other nodes have written while this one leads; known once all parts are.
    private let othersWrote = OnceSet<@Sendable () -> Void>()

    /// Told when other nodes have written, on every node.
    private let seen = OnceSet<@Sendable () -> Void>()

    init(_ context: ServerContext) { self.context = context }

    var name: String { "nodes" }

    var health: [HealthPart] {
        guard let node = context.database.node else { return [] }
        let work = context.leadership.isLeading ? "does" : "leaves to another"
        return [HealthPart(name, .ok, reason: "This is node \(node); it \(work) the work in the background.")]
    }

    func tell(_ othersWrote: @escaping @Sendable () -> Void) { self.othersWrote.set(othersWrote) }

    func tellAlways(_ seen: @escaping @Sendable () -> Void) { self.seen.set(seen) }

    func register(in registration: Registration) {
        registration.metrics.gauge(
            "nexus_node_leads",
            "Whether this node works in the background: followers, reminders, deliveries, deletions."
        ) { [leadership = context.leadership] in leadership.isLeading ? 1 : 0 }
    }

    func start() {
        guard let node = context.database.node else { return }
        context.logger.notice("this is node \(node) of those that share the database")
        let media = context.configuration.media
        if media.folder != nil, media.store == nil {
            context.logger.warning(
                "there is no object store (media.store): the folder of media has to be one that all nodes share")
        }
    }

    var services: [any Service] {
        guard context.database.node != nil else { return [] }
        let nodes = context.nodes
        var watch = NodeWatch(
            database: context.database, hub: context.hub, history: context.history, epoch: context.epoch,
            now: context.now, isCovered: { nodes.isCurrent }
        ) { [context, othersWrote, seen] conversations in
            seen.value?()
            if conversations == nil { nodes.lostTrack() }
            guard context.leadership.isLeading else { return }
            context.followers.changed(conversations)
            othersWrote.value?()
        }
        if nodes.isOn { watch.members = { nodes.found($1, of: $0) } }
        return [
            BackgroundService("leadership") { [leadership = context.leadership] in await leadership.watch() },
            BackgroundService("other nodes") { [watch] in try await watch.run() },
        ]
    }

    func close() { context.leadership.close() }
}
