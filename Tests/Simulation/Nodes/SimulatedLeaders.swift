import NexusCore
import NexusDatabase

@testable import NexusServer

/// Which node works in the background, by the real fence: the one that has the lock. A node that has lost it goes on until it notices, so that two work at
/// the same time; what the earlier one writes must fail.
final class SimulatedLeaders {
    private unowned let server: SimulatedServer
    /// The node that has the lock, and its start.
    private var holder: (node: SimulatedNode, start: Int)?
    /// The number of the latest time of leading.
    private var latest: Int64 = 0

    init(_ server: SimulatedServer) { self.server = server }

    /// The database is an earlier one.
    func forget() { (holder, latest) = (nil, 0) }

    /// The session of the lock is lost, before its node knows.
    func loseLock() {
        guard let holder else { return }
        server.world.log("node \(holder.node.number) loses the lock of the leader")
        self.holder = nil
    }

    /// A node that works now, as it believes: in some cases one that has lost the lock. Nil if none is there.
    func next() throws -> SimulatedNode? {
        guard server.hasOthers else { return server.nodes[0] }
        if let holder, holder.start != holder.node.start { self.holder = nil }
        let outdated = server.nodes.filter { $0.isUp && $0.term != nil && $0 !== holder?.node && !$0.isHeldUp }
        if let node = server.random.pick(outdated), server.random.chance(4_000) { return node }
        if let node = holder?.node { return node.isUp && !node.isHeldUp ? node : nil }
        guard let node = server.random.pick(server.nodes.filter { $0.isUp && !$0.isHeldUp }), let parts = node.parts
        else {
            return nil
        }
        let term = try node.write { [terms = parts.terms] in try terms.begin($0) }
        server.world.log("node \(node.number) leads, for the \(term.number)th time")
        node.term = term
        (latest, holder) = (term.number, (node, node.start))
        return node
    }

    /// Work in the background. Returns false if the node has noticed that it does not lead any more.
    func write(on node: SimulatedNode, _ body: @escaping @Sendable (Transaction) throws -> Void) throws -> Bool {
        guard server.hasOthers else {
            try node.write(body)
            return true
        }
        guard let term = node.term, let terms = node.parts?.terms else { return false }
        let check: @Sendable (Transaction) throws -> Void = { try terms.check(term, $0) }
        do {
            try TransactionFence.$current.withValue(
                server.world.plant == .leadsWithoutFence ? nil : TransactionFence(check: check)
            ) {
                try node.write(body)
            }
        } catch is CancellationError {
            server.world.log("node \(node.number) notices that it does not lead any more")
            node.term = nil
            return false
        }
        try require(
            term.number == latest, "only the node that leads works in the background",
            "node \(node.number) wrote under \(term.number), and the latest is \(latest)")
        return true
    }
}
