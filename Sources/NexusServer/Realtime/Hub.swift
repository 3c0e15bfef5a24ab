import NexusCore
import Synchronization

/// The open connections, by user and by session.
final class Hub: Sendable {
    private struct State {
        var byUser: [UserID: [LiveConnection]] = [:]
        var ended = EndedSessions()
    }

    private let state = Mutex(State())
    private let changes = Atomic(0)

    /// Counts the connections that came and went: what it was told of connections holds until then.
    var generation: Int { changes.load(ordering: .acquiring) }

    /// The result of adding a connection.
    enum Admission {
        case admitted
        /// Its session has ended since it was let in.
        case ended
        /// The user has the maximum: several were admitted at once.
        case tooMany
    }

    func add(_ connection: LiveConnection, of session: LiveSession, atMost limit: Int) -> Admission {
        state.withLock { state in
            if state.ended.contains(session.session) { return .ended }
            guard state.byUser[session.user]?.count ?? 0 < limit else { return .tooMany }
            state.byUser[session.user, default: []].append(connection)
            changes.wrappingAdd(1, ordering: .releasing)
            return .admitted
        }
    }

    /// Takes a connection out; returns whether it was in.
    func remove(_ connection: LiveConnection, of user: UserID) -> Bool {
        state.withLock { state in
            guard let index = state.byUser[user]?.firstIndex(where: { $0 === connection }) else { return false }
            state.byUser[user]?.remove(at: index)
            changes.wrappingAdd(1, ordering: .releasing)
            if state.byUser[user]?.isEmpty == true { state.byUser[user] = nil }
            return true
        }
    }

    func connections(of user: UserID) -> [LiveConnection] { state.withLock { $0.byUser[user] ?? [] } }

    /// All connections of those people.
    func connections(of users: [UserID]) -> [LiveConnection] {
        state.withLock { state in
            var connections: [LiveConnection] = []
            connections.reserveCapacity(users.count)
            for user in users { if let found = state.byUser[user] { connections += found } }
            return connections
        }
    }

    func connectionCount(of user: UserID) -> Int { state.withLock { $0.byUser[user]?.count ?? 0 } }

    /// The number of open connections.
    var connectionCount: Int { state.withLock { $0.byUser.values.reduce(0) { $0 + $1.count } } }

    /// The number of connected users.
    var userCount: Int { state.withLock { $0.byUser.count } }

    func forEachConnection(of user: UserID, _ body: (LiveConnection) -> Void) {
        for connection in connections(of: user) { body(connection) }
    }

    /// Sends to all connections of those users.
    func send(_ frame: SharedFrame, to users: [UserID]) {
        for user in users { forEachConnection(of: user) { $0.send(frame) } }
    }

    /// The session of one of a user's open sockets; `nil` if it is not open.
    func session(_ socket: SocketID, of user: UserID) -> LiveSession? {
        connection(socket, of: user)?.context as? LiveSession
    }

    /// One of a user's open sockets; `nil` if it is not open.
    func connection(_ socket: SocketID, of user: UserID) -> LiveConnection? {
        connections(of: user).first { ($0.context as? LiveSession)?.socket == socket }
    }

    /// The sessions on whose devices a user is active.
    func activeSessions(of user: UserID) -> Set<SessionID> {
        var sessions: Set<SessionID> = []
        forEachConnection(of: user) { connection in
            if let live = connection.context as? LiveSession, live.isActive { sessions.insert(live.session) }
        }
        return sessions
    }

    /// A session has new tokens: each of its sockets must be renewed with them.
    func refreshed(_ session: SessionID, of user: UserID, at time: Timestamp) {
        forEachConnection(of: user) { connection in
            guard let live = connection.context as? LiveSession, live.session == session else { return }
            live.access.replaced(at: time)
            connection.askToRenew(live)
        }
    }

    /// As ``refreshed(_:of:at:)``, where the user is not known.
    func refreshed(_ sessions: Set<SessionID>, at time: Timestamp) {
        let all = state.withLock { state in state.byUser.values.flatMap { $0 } }
        for connection in all {
            guard let live = connection.context as? LiveSession, sessions.contains(live.session) else { continue }
            live.access.replaced(at: time)
            connection.askToRenew(live)
        }
    }

    /// Those of `users` who are connected, or all who are.
    func connected(_ users: Set<UserID>? = nil) -> [UserID] {
        state.withLock { state in
            guard let users else { return Array(state.byUser.keys) }
            return users.filter { state.byUser[$0] != nil }
        }
    }

    /// The sessions of all open sockets.
    var sessions: Set<SessionID> {
        state.withLock { state in
            Set(state.byUser.values.joined().compactMap { ($0.context as? LiveSession)?.session })
        }
    }

    /// A session has ended: its sockets close at once.
    func end(_ session: SessionID) {
        let ended = state.withLock { state in
            state.ended.insert(session)
            return state.byUser.values.flatMap { $0 }.filter { ($0.context as? LiveSession)?.session == session }
        }
        for connection in ended { connection.closeAsEnded() }
    }
}

extension LiveConnection {
    /// Tells a client to sign in again.
    func closeAsEnded() { close(code: 4_001, reason: "session_ended") }

    /// Tells a client that its access has expired: to reconnect with a fresh one.
    func closeAsExpired() { close(code: 4_002, reason: "token_expired") }

    func askToRenew(_ session: LiveSession) { send(SharedFrame(text: ServerFrame.renew(session.socket).json)) }
}
