import NexusCore

/// The sessions that ended last: a socket may be under way that was let in just before, and must not stay. Bounded: what is
/// forgotten ended so many sessions ago that no socket of it is still being opened.
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
