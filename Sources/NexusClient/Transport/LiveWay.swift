import NexusCore

/// How the live socket of one server is opened: as a WebSocket, or over requests while a proxy on the way passes no
/// WebSockets. A pure state machine.
struct LiveWay: Equatable, Sendable {
    enum Choice: Equatable, Sendable {
        case webSocket
        case requests
    }

    /// Milliseconds until a WebSocket is tried again; twice as long after each further failure, up to `lastPause`.
    static let firstPause: Int64 = 60_000
    static let lastPause: Int64 = 900_000
    /// A WebSocket that lived for fewer milliseconds was cut off.
    static let shortLife: Int64 = 10_000
    /// WebSockets in a row that are cut off before requests are used.
    static let cutLimit = 3

    private let pause: Backoff
    /// When a WebSocket is tried again; nil unless requests are used.
    private(set) var retryAt: Timestamp?
    private var failures = 0
    private var cuts = 0

    init(firstPause: Int64 = LiveWay.firstPause) {
        pause = Backoff(first: firstPause, limit: max(firstPause, LiveWay.lastPause))
    }

    func choice(at time: Timestamp) -> Choice {
        guard let retryAt, time < retryAt else { return .webSocket }
        return .requests
    }

    /// No WebSocket could be opened, while requests are answered.
    mutating func blocked<Source: RandomNumberGenerator>(at time: Timestamp, using random: inout Source) {
        failures += 1
        cuts = 0
        retryAt = time.advanced(by: pause.delay(after: failures, using: &random))
    }

    /// A WebSocket is open and a frame came.
    mutating func opened() { retryAt = nil }

    /// Another network may have no such proxy: the next attempt begins with a WebSocket.
    mutating func networkReturned() { retryAt = nil }

    /// Requests fail too: the next attempt begins with a WebSocket.
    mutating func requestsFailed() { retryAt = nil }

    /// The other side, or the network, closed an open WebSocket.
    mutating func ended<Source: RandomNumberGenerator>(
        after life: Int64, at time: Timestamp, using random: inout Source
    ) {
        guard life < LiveWay.shortLife else {
            failures = 0
            cuts = 0
            return
        }
        cuts += 1
        if cuts >= LiveWay.cutLimit { blocked(at: time, using: &random) }
    }
}
