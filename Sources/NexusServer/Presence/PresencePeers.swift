import NexusCore

/// Who is active at other nodes, as these tell: a state machine. A node that is silent for too long takes what it told with it.
struct PresencePeers {
    /// Milliseconds of silence after which a node counts as gone: three heartbeats, and a little.
    static let silence: Int64 = 35_000
    /// Milliseconds between two heartbeats.
    static let heartbeat: Int64 = 10_000
    /// Milliseconds after which a node is asked again for what was missed.
    static let patience: Int64 = 2_000
    /// The maximum of users that are kept of all nodes; further ones are not shown.
    static let limit = 1_000_000
    /// The maximum of nodes; what further ones say is not heard.
    static let nodeLimit = 1_000

    private struct Peer {
        var heard: Moment
        var number: UInt64?
        var askedAt: Int64?
        var entries: [UserID: PresenceNews.Entry] = [:]
        /// Those that a list of all has not mentioned yet.
        var unconfirmed: Set<UserID> = []
    }

    private var peers: [NodeID: Peer] = [:]
    private var count = 0
    private let silence: Int64

    init(silence: Int64 = PresencePeers.silence) { self.silence = silence }

    var nodes: [NodeID] { Array(peers.keys) }

    /// The sessions on whose devices a user is active at other nodes.
    func sessions(of user: UserID) -> Set<SessionID> {
        peers.values.reduce(into: []) { $0.formUnion($1.entries[user]?.sessions ?? []) }
    }

    /// - Returns: what has changed, and whether the node must be asked for all, since something was missed.
    mutating func told(
        _ news: PresenceNews, by node: NodeID, at now: Moment
    ) -> (changed: [PresenceNews.Entry], asks: Bool) {
        guard var peer = peers[node] ?? newPeer(at: now) else { return ([], false) }
        peer.heard = now
        let isGap = !news.marks.contains(.begins) && news.number != (peer.number ?? 0) &+ 1
        peer.number = news.number
        if news.marks.contains(.begins) { peer.unconfirmed = Set(peer.entries.keys) }
        var changed: [PresenceNews.Entry] = []
        for entry in news.entries {
            peer.unconfirmed.remove(entry.user)
            let before = peer.entries[entry.user]
            guard before != entry, before != nil || !entry.sessions.isEmpty && count < PresencePeers.limit else {
                continue
            }
            if before == nil { count += 1 }
            if entry.sessions.isEmpty { count -= 1 }
            peer.entries[entry.user] = entry.sessions.isEmpty ? nil : entry
            changed.append(entry)
        }
        if news.marks.contains(.ends), !isGap {
            for user in peer.unconfirmed {
                count -= 1
                peer.entries[user] = nil
                changed.append(PresenceNews.Entry(user: user, sessions: [], showsPresence: nil, lastSeen: now.wall))
            }
            peer.unconfirmed = []
        }
        let asks = isGap && PresencePeers.mayAsk(&peer, at: now)
        peers[node] = peer
        return (changed, asks)
    }

    /// A node lives; returns whether it must be asked for all.
    ///
    /// - Parameter number: of its last news.
    mutating func beat(_ number: UInt64, by node: NodeID, at now: Moment) -> Bool {
        guard var peer = peers[node] ?? newPeer(at: now) else { return false }
        peer.heard = now
        let asks = (peer.number ?? 0) != number && PresencePeers.mayAsk(&peer, at: now)
        peers[node] = peer
        return asks
    }

    /// A node has ended; returns whom it takes along.
    mutating func left(_ node: NodeID, at now: Moment) -> [PresenceNews.Entry] { remove(node, seen: now.wall) }

    /// Takes out nodes that were silent for too long; returns whom they take along, last seen when the node was last heard.
    mutating func sweep(at now: Moment) -> [PresenceNews.Entry] {
        let silent = peers.filter { now.uptime - $0.value.heard.uptime >= silence }
        return silent.flatMap { remove($0.key, seen: $0.value.heard.wall) }
    }

    private mutating func remove(_ node: NodeID, seen: Timestamp) -> [PresenceNews.Entry] {
        guard let peer = peers.removeValue(forKey: node) else { return [] }
        count -= peer.entries.count
        return peer.entries.values.map {
            PresenceNews.Entry(user: $0.user, sessions: [], showsPresence: $0.showsPresence, lastSeen: seen)
        }
    }

    private func newPeer(at now: Moment) -> Peer? {
        peers.count < PresencePeers.nodeLimit ? Peer(heard: now) : nil
    }

    private static func mayAsk(_ peer: inout Peer, at now: Moment) -> Bool {
        if let askedAt = peer.askedAt, now.uptime - askedAt < patience { return false }
        peer.askedAt = now.uptime
        return true
    }
}
