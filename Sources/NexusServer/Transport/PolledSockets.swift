import NIOCore
import NexusCore
import ServiceLifecycle
import Synchronization

/// Opens and serves live connections over requests, for clients behind a proxy that passes no WebSockets
/// (docs/decisions/0024). To all above it they are connections like any other.
final class PolledSockets: Sendable {
    private let configuration: TransportConfiguration
    private let delegate: any LiveDelegate
    private let registries: LiveRegistries
    private let state = Mutex(State())

    private struct State {
        var ends: [UInt64: PolledEnd] = [:]
        var isStopping = false
    }

    init(configuration: TransportConfiguration, delegate: any LiveDelegate) {
        self.configuration = configuration
        self.delegate = delegate
        registries = LiveRegistries(interval: configuration.sweepInterval, delegate: delegate)
    }

    /// The open ones.
    var count: Int { state.withLock { $0.ends.count } }

    /// Opens one with that context; the delegate may close it at once.
    ///
    /// - Throws: `Refusal`: `unavailable` while the server stops, `overloaded` with as many as connections may be open.
    func open(_ accepted: any Sendable, on eventLoop: any EventLoop) async throws -> LiveConnection {
        try await eventLoop.submit { [self] in
            let registry = registries.registry(of: eventLoop)
            let end = PolledEnd(
                accepted: accepted, eventLoop: eventLoop, configuration: configuration,
                receive: { [delegate] message, connection in
                    registry.takesMessage()
                    delegate.received(message, from: connection)
                })
            try add(end)
            registry.add(end.connection)
            end.outlet.value.onClose = { [self] in
                end.inlet.value.close()
                _ = state.withLock { $0.ends.removeValue(forKey: end.connection.id) }
                registry.remove(end.connection)
                delegate.closed(end.connection)
            }
            delegate.opened(end.connection)
            return end.connection
        }.get()
    }

    private func add(_ end: PolledEnd) throws {
        try state.withLock { state in
            guard !state.isStopping else {
                throw Refusal(.unavailable, "The server is going away.", retryAfter: 1_000)
            }
            guard state.ends.count < configuration.maximumConnections else {
                throw Refusal(.overloaded, "Too many devices are connected.", retryAfter: 30_000)
            }
            state.ends[end.connection.id] = end
        }
    }

    /// Answers a poll: see `PolledOutlet.poll`.
    ///
    /// - Throws: `Refusal`: `not_found` unless that connection is open and polled, `invalid_request` if no frame has that number.
    func poll(_ connection: LiveConnection, after number: Int, wait: TimeAmount) async throws -> PollAnswer {
        let end = try end(of: connection)
        return try await connection.eventLoop.flatSubmit {
            end.connection.hears()
            guard let answer = end.outlet.value.poll(after: number, wait: wait) else {
                return connection.eventLoop.makeFailedFuture(
                    Refusal(.invalidRequest, "No poll can go on after frame \(number)."))
            }
            return answer
        }.get()
    }

    /// Takes frames of a client; returns once they are handed over.
    ///
    /// - Throws: `Refusal`: `not_found`, and as `PolledInlet.take`.
    func take(_ frames: [ByteBuffer], first: Int, from connection: LiveConnection) async throws {
        let end = try end(of: connection)
        try await connection.eventLoop.flatSubmit {
            end.connection.hears()
            let done = connection.eventLoop.makePromise(of: Void.self)
            do throws(Refusal) {
                try end.inlet.value.take(frames, first: first, done)
            } catch {
                done.fail(error)
            }
            return done.futureResult
        }.get()
    }

    private func end(of connection: LiveConnection) throws(Refusal) -> PolledEnd {
        guard let end = state.withLock({ $0.ends[connection.id] }) else { throw PolledInlet.closed }
        return end
    }
}

extension PolledSockets: Service {
    /// Lasts until the server stops; then closes all, so that no held poll delays the end.
    func run() async throws {
        try? await gracefulShutdown()
        let ends = state.withLock { state in
            state.isStopping = true
            return Array(state.ends.values)
        }
        for end in ends { end.connection.close(code: 1001, reason: "the server is going away") }
    }
}

/// A polled socket's connection with both of its queues.
struct PolledEnd: Sendable {
    let connection: LiveConnection
    let outlet: NIOLoopBound<PolledOutlet>
    let inlet: NIOLoopBound<PolledInlet>

    /// On the event loop.
    init(
        accepted: any Sendable, eventLoop: any EventLoop, configuration: TransportConfiguration,
        receive: @escaping (ByteBuffer, LiveConnection) -> Void
    ) {
        let outlet = PolledOutlet(
            eventLoop: eventLoop, pendingBytesLimit: configuration.pendingBytesLimit, lagged: configuration.laggedFrame)
        let connection = LiveConnection(context: accepted, writer: outlet, eventLoop: eventLoop)
        let inlet = PolledInlet(
            frameLimit: configuration.maximumMessageBytes, isReading: { [weak outlet] in outlet?.isReading == true },
            deliver: { receive($0, connection) })
        outlet.onReading = { [weak inlet] in inlet?.drain() }
        self.connection = connection
        self.outlet = NIOLoopBound(outlet, eventLoop: eventLoop)
        self.inlet = NIOLoopBound(inlet, eventLoop: eventLoop)
    }
}
