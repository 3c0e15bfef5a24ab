import NexusCore

/// The state of a client's connection, and what waits for it.
public struct ConnectionReport: Equatable, Sendable {
    public enum Phase: Equatable, Sendable {
        case online
        /// Connected; changes from before this connection still arrive.
        case updating
        /// A connection is being opened.
        case connecting
        /// No connection: another attempt follows, or none is wanted.
        case offline
        /// Another process of the profile keeps the connection; its state is unknown here.
        case shared
    }

    public var phase: Phase
    /// The time since when there is no connection, by the device's clock.
    public var offlineSince: Timestamp?
    /// The user's queued changes, without receipts.
    public var waiting: Int
    /// The changes that the server refused; they wait for the user.
    public var failed: Int

    public init(phase: Phase, offlineSince: Timestamp? = nil, waiting: Int = 0, failed: Int = 0) {
        self.phase = phase
        self.offlineSince = offlineSince
        self.waiting = waiting
        self.failed = failed
    }

    /// Whether there is a connection, as far as this process knows.
    public var isOnline: Bool { phase == .online || phase == .updating || phase == .shared }
}

extension ConnectionReport.Phase {
    init(_ engine: SyncEngine) {
        self =
            switch engine.connection.state {
            case .open: engine.isCaughtUp ? .online : .updating
            case .connecting: .connecting
            case .waiting, .stopped: .offline
            }
    }
}
