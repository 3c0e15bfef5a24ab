import NexusCore

/// The most recently ended sessions: a socket that was admitted just before must not stay. Bounded: evicted ones ended
/// so many sessions ago that none of their sockets is still opening.
struct EndedSessions {
    private let limit: Int
    private var members: Set<SessionID> = []
    /// In the order in which they ended, as a ring.
    private var order: [SessionID] = []
    private var oldest = 0

    init(limit: Int = 10_000) { self.limit = limit }

    mutating func insert(_ session: SessionID) {
        guard members.insert(session).inserted else { return }
        guard order.count == limit else { return order.append(session) }
        members.remove(order[oldest])
        order[oldest] = session
        oldest = (oldest + 1) % limit
    }

    func contains(_ session: SessionID) -> Bool { members.contains(session) }
}
