import NIOConcurrencyHelpers
import NIOCore

/// The open connections of one event loop, and one sweep that closes those which are silent, do not read, or do not
/// finish closing: no connection has its own timer.
///
/// `@unchecked Sendable`: its state is confined to its event loop.
final class LiveRegistry: @unchecked Sendable {
    /// The maximum time a connection may be silent, lag, or take to close.
    static let silenceLimit = TimeAmount.seconds(60)
    static let lagLimit = TimeAmount.seconds(30)
    static let closeLimit = TimeAmount.seconds(5)

    private let eventLoop: any EventLoop
    private let interval: TimeAmount
    private let delegate: any LiveDelegate
    private var connections: [UInt64: LiveConnection] = [:]
    private var sweep: RepeatedTask?
    private var isInTurn = false

    init(eventLoop: any EventLoop, interval: TimeAmount, delegate: any LiveDelegate) {
        self.eventLoop = eventLoop
        self.interval = interval
        self.delegate = delegate
    }

    func add(_ connection: LiveConnection) {
        eventLoop.preconditionInEventLoop()
        connections[connection.id] = connection
        guard sweep == nil else { return }
        sweep = eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            self.sweepOnce(at: .now())
        }
    }

    func remove(_ connection: LiveConnection) {
        eventLoop.preconditionInEventLoop()
        connections[connection.id] = nil
        guard connections.isEmpty else { return }
        sweep?.cancel()
        sweep = nil
    }

    /// Called before each message is delivered: the first in a pass of the event loop begins a turn, which ends with the pass.
    func takesMessage() {
        guard !isInTurn else { return }
        isInTurn = true
        delegate.turnBegins()
        // Runs once all sockets that were readable have been read.
        eventLoop.execute {
            self.isInTurn = false
            self.delegate.turnEnds()
        }
    }

    /// Closes connections over their time by `now`.
    func sweepOnce(at now: NIODeadline) {
        for connection in connections.values {
            let writer = connection.writer.value
            if let since = writer.closingSince {
                if now - since > LiveRegistry.closeLimit { writer.abort() }
            } else if let since = writer.laggingSince, now - since > LiveRegistry.lagLimit {
                writer.abort()
            } else if now - connection.lastHeard > LiveRegistry.silenceLimit {
                writer.close(code: 1001, reason: "no frame for a minute")
            } else {
                delegate.swept(connection)
            }
        }
    }
}

/// The registry of each event loop.
final class LiveRegistries: Sendable {
    private let registries = NIOLockedValueBox<[ObjectIdentifier: LiveRegistry]>([:])
    private let interval: TimeAmount
    private let delegate: any LiveDelegate

    init(interval: TimeAmount, delegate: any LiveDelegate) {
        self.interval = interval
        self.delegate = delegate
    }

    func registry(of eventLoop: any EventLoop) -> LiveRegistry {
        registries.withLockedValue { registries in
            if let registry = registries[ObjectIdentifier(eventLoop)] { return registry }
            let registry = LiveRegistry(eventLoop: eventLoop, interval: interval, delegate: delegate)
            registries[ObjectIdentifier(eventLoop)] = registry
            return registry
        }
    }
}
