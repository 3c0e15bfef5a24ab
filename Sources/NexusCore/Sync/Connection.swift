/// Whether and when to hold a socket: `(state, input) -> effects`, with no clock, socket or thread of its own.
public struct Connection: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        /// Nobody asked for a connection, or the session is over.
        case stopped
        /// Waits before it tries again; -> connecting, stopped.
        case waiting
        /// A socket is being opened; -> open, waiting, stopped.
        case connecting
        /// The socket is open; -> waiting, stopped.
        case open
    }

    public private(set) var state: State = .stopped
    /// Tries that failed since the socket was last open and said something.
    private var failures = 0
    private var awaitsAnswer = false
    private let backoff = Backoff(first: 500, limit: 30_000)
    /// Milliseconds after a heartbeat within which something must be heard.
    static let answerTimeout: Int64 = 10_000

    public init() {}

    public var isOpen: Bool { state == .open }

    /// Whether the socket is open and nothing is awaited: it may be asked whether it still lives.
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

    /// Tries at once what was waiting.
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

    /// Something was heard: the socket lives.
    mutating func heard() -> [SyncEffect] {
        guard state == .open else { return [] }
        failures = 0
        guard awaitsAnswer else { return [] }
        awaitsAnswer = false
        return [.cancel(.silence)]
    }

    /// A heartbeat has been sent: silence from now on means that the socket is dead.
    mutating func expectAnswer() -> [SyncEffect] {
        guard state == .open else { return [] }
        awaitsAnswer = true
        return [
            .schedule(.heartbeat, after: Limits.heartbeatMilliseconds),
            .schedule(.silence, after: Connection.answerTimeout),
        ]
    }

    /// Nothing was heard: give the socket up rather than wait for the network to notice.
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
