/// When to keep a socket open: `(state, input) -> effects`, without its own clock, socket or thread.
public struct Connection: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        /// No connection is wanted, or the session is over.
        case stopped
        /// Waits before it tries again; -> connecting, stopped.
        case waiting
        /// A socket is being opened; -> open, waiting, stopped.
        case connecting
        /// The socket is open; -> waiting, stopped.
        case open
    }

    public private(set) var state: State = .stopped
    /// Failed attempts since the socket was last open and received something.
    private var failures = 0
    private var awaitsAnswer = false
    private let backoff = Backoff(first: 500, limit: 30_000)
    /// Milliseconds after a heartbeat within which something must be heard.
    static let answerTimeout: Int64 = 10_000

    public init() {}

    public var isOpen: Bool { state == .open }

    /// Whether the socket is open and nothing is awaited, so that a heartbeat may be sent.
    var isQuiet: Bool { isOpen && !awaitsAnswer }

    mutating func start() -> [SyncEffect] {
        guard state == .stopped else { return [] }
        failures = 0
        return connect()
    }

    mutating func stop() -> [SyncEffect] {
        let was = state
        state = .stopped
        var effects: [SyncEffect] = [.cancel(.reconnect), .cancel(.heartbeat), .cancel(.silence)]
        if was == .open || was == .connecting { effects.append(.closeSocket) }
        return effects
    }

    /// Retries at once.
    mutating func signOfLife() -> [SyncEffect] {
        guard state == .waiting else { return [] }
        failures = 0
        return [.cancel(.reconnect)] + connect()
    }

    mutating func reconnectDue() -> [SyncEffect] { state == .waiting ? connect() : [] }

    mutating func opened() -> [SyncEffect] {
        guard state == .connecting else { return [] }
        state = .open
        awaitsAnswer = true
        return [
            .schedule(.heartbeat, after: Limits.heartbeatMilliseconds),
            .schedule(.silence, after: Connection.answerTimeout),
        ]
    }

    /// A frame arrived: the socket is alive.
    mutating func heard() -> [SyncEffect] {
        guard state == .open else { return [] }
        failures = 0
        guard awaitsAnswer else { return [] }
        awaitsAnswer = false
        return [.cancel(.silence)]
    }

    /// A heartbeat was sent: silence from now on means that the socket is dead.
    mutating func expectAnswer() -> [SyncEffect] {
        guard state == .open else { return [] }
        awaitsAnswer = true
        return [
            .schedule(.heartbeat, after: Limits.heartbeatMilliseconds),
            .schedule(.silence, after: Connection.answerTimeout),
        ]
    }

    /// No answer: closes the socket rather than wait for the network to notice.
    mutating func silent<Source: RandomNumberGenerator>(using random: inout Source) -> [SyncEffect] {
        guard state == .open else { return [] }
        return [.closeSocket] + lost(using: &random)
    }

    mutating func lost<Source: RandomNumberGenerator>(using random: inout Source) -> [SyncEffect] {
        guard state != .stopped, state != .waiting else { return [] }
        state = .waiting
        failures += 1
        return [
            .cancel(.heartbeat), .cancel(.silence),
            .schedule(.reconnect, after: backoff.delay(after: failures, using: &random)),
        ]
    }

    private mutating func connect() -> [SyncEffect] {
        state = .connecting
        return [.openSocket]
    }
}
