/// What the datagrams of a routing socket come to: first lists of links and addresses, then changes. A pure state machine.
struct NetlinkReader: Sendable {
    enum Step: Equatable, Sendable {
        case requestLinks
        case requestAddresses
        case tell(NetworkState)
    }

    private enum Phase {
        case links
        case addresses
        case following
    }

    private var phase = Phase.links
    private var isInterrupted = false
    private var table = NetworkTable()
    /// The table when its state was told last.
    private var told: NetworkTable?

    /// Begins, also after messages were lost: the lists are requested again.
    mutating func begin() -> [Step] {
        phase = .links
        isInterrupted = false
        table = NetworkTable()
        return [.requestLinks]
    }

    mutating func take(_ messages: [NetlinkMessage]) -> [Step] {
        var steps: [Step] = []
        for message in messages {
            switch message {
            case .done(let isInterrupted): steps += listed(isInterrupted)
            // Without a list what follows is still told.
            case .refused: steps += listed(false)
            default: table.take(message)
            }
        }
        return steps + news()
    }

    private mutating func listed(_ wasInterrupted: Bool) -> [Step] {
        isInterrupted = isInterrupted || wasInterrupted
        switch phase {
        case .links:
            phase = .addresses
            return [.requestAddresses]
        case .addresses where isInterrupted: return begin()
        case .addresses, .following:
            phase = .following
            return []
        }
    }

    private mutating func news() -> [Step] {
        guard case .following = phase else { return [] }
        if let told, told.state == table.state, !table.hasNew(since: told) {
            self.told = table
            return []
        }
        told = table
        return [.tell(table.state)]
    }
}
