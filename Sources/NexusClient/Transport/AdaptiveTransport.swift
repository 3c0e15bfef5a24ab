import Foundation
import NexusCore

/// Opens live sockets as WebSockets, and over requests while a proxy on the way passes no WebSockets. It finds that out by
/// itself, tries a WebSocket again from time to time, and goes back to it once one works.
public final class AdaptiveTransport: LiveTransport {
    private let webSockets: WebSocketTransport
    private let http: any HTTPTransport
    private let clock: any ClientClock
    private let zone: @Sendable () -> TimeZone
    private let firstPause: Int64
    private let firstFrameTimeout: Int64
    private let ways = Locked<[String: LiveWay]>([:])

    /// - Parameters:
    ///   - http: carries the requests.
    ///   - firstPause: milliseconds until a WebSocket is tried again; twice as long after each further failure, up to 15 minutes.
    ///   - firstFrameTimeout: milliseconds in which the first frame of a WebSocket must come: some proxies accept the upgrade, and
    ///     then pass nothing.
    ///   - zone: the device's time zone, which defines "tomorrow" in messages written here.
    public init(
        http: any HTTPTransport = AsyncHTTPTransport(), clock: any ClientClock = SystemClock(),
        firstPause: Int64 = 60_000, firstFrameTimeout: Int64 = 8_000,
        zone: @escaping @Sendable () -> TimeZone = { .current }
    ) {
        webSockets = WebSocketTransport(zone: zone)
        self.http = http
        self.clock = clock
        self.zone = zone
        self.firstPause = firstPause
        self.firstFrameTimeout = firstFrameTimeout
    }

    public func open(_ server: ServerAddress, accessToken: String) async throws(ClientError) -> any LiveSocket {
        try await open(server, tokens: FixedToken(token: accessToken))
    }

    public func open(
        _ server: ServerAddress, tokens: any AccessTokenSource
    ) async throws(ClientError) -> any LiveSocket {
        if way(to: server, { $0.choice(at: $1) }) == .requests {
            do throws(ClientError) {
                return try await overRequests(server, tokens)
            } catch {
                way(to: server) { way, _ in way.requestsFailed() }
                throw error
            }
        }
        let failure: WebSocketFailure
        do throws(WebSocketFailure) {
            return try await asWebSocket(server, tokens)
        } catch {
            failure = error
        }
        guard failure.mayBeProxy, !Task.isCancelled else { throw failure.reason }
        let socket: PollingConnection
        do throws(ClientError) {
            socket = try await overRequests(server, tokens)
        } catch {
            // The server itself has answered: its reason counts.
            if case .refused(let refusal) = error, refusal.code != .notFound { throw error }
            throw failure.reason
        }
        noteBlocked(server)
        return socket
    }

    public func networkReturned() {
        ways.withLock { ways in
            for server in ways.keys { ways[server]?.networkReturned() }
        }
    }

    // MARK: The two ways

    private func asWebSocket(
        _ server: ServerAddress, _ tokens: any AccessTokenSource
    ) async throws(WebSocketFailure) -> any LiveSocket {
        let token = try await AdaptiveTransport.access { () throws(ClientError) in try await tokens.current() }
        do throws(WebSocketFailure) {
            return try await watched(server, token)
        } catch {
            guard error.reason.rejectsToken else { throw error }
            let other = try await AdaptiveTransport.access { () throws(ClientError) in
                try await tokens.replacement(for: token)
            }
            return try await watched(server, other)
        }
    }

    private static func access(
        _ token: () async throws(ClientError) -> String
    ) async throws(WebSocketFailure) -> String {
        do throws(ClientError) {
            return try await token()
        } catch {
            throw WebSocketFailure(reason: error, mayBeProxy: false)
        }
    }

    private func watched(_ server: ServerAddress, _ token: String) async throws(WebSocketFailure) -> any LiveSocket {
        let socket = try await webSockets.attempt(server, accessToken: token)
        let alarm = Task { [clock, firstFrameTimeout] in
            try? await clock.sleep(milliseconds: firstFrameTimeout)
            if !Task.isCancelled { socket.close() }
        }
        defer { alarm.cancel() }
        guard let first = await socket.receive() else {
            socket.close()
            throw WebSocketFailure(reason: .offline("it closed the connection"), mayBeProxy: true)
        }
        way(to: server) { way, _ in way.opened() }
        let start = clock.now()
        return WatchedSocket(socket, first: first) { [weak self] in
            self?.way(to: server) { way, now in
                var random = SystemRandomNumberGenerator()
                way.ended(after: now.since(start), at: now, using: &random)
            }
        }
    }

    private func overRequests(
        _ server: ServerAddress, _ tokens: any AccessTokenSource
    ) async throws(ClientError) -> PollingConnection {
        let requests = PollingRequests(
            api: AuthorizedAPI(api: ServerAPI(server: server, http: http), tokens: tokens, clock: clock))
        let connection = PollingConnection(
            requests: requests, socket: try await requests.open(zone: zone().identifier), clock: clock)
        connection.start { [weak self] in await self?.returned(server, tokens) }
        return connection
    }

    // MARK: The way back

    /// Tries a WebSocket once it is time to; returns true if it works, nil if this is no longer wanted.
    private func returned(_ server: ServerAddress, _ tokens: any AccessTokenSource) async -> Bool? {
        let pause = way(to: server) { way, now in way.retryAt.map { max($0.since(now), 0) } ?? firstPause }
        guard (try? await clock.sleep(milliseconds: pause)) != nil else { return nil }
        do throws(WebSocketFailure) {
            try await asWebSocket(server, tokens).close()
            return true
        } catch {
            guard !Task.isCancelled else { return nil }
            noteBlocked(server)
            return false
        }
    }

    private func noteBlocked(_ server: ServerAddress) {
        way(to: server) { way, now in
            var random = SystemRandomNumberGenerator()
            way.blocked(at: now, using: &random)
        }
    }

    @discardableResult
    private func way<Answer>(
        to server: ServerAddress, _ body: (inout LiveWay, Timestamp) -> Answer
    ) -> Answer {
        let now = clock.now()
        return ways.withLock { body(&$0[server.description, default: LiveWay(firstPause: firstPause)], now) }
    }
}
