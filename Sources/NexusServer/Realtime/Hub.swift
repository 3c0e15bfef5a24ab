import NexusCore
import Synchronization

/// The open connections, by person and by session.
final class Hub: Sendable {
    private struct State {
        var byUser: [UserID: [LiveConnection]] = [:]
    }

    private let state = Mutex(State())

    /// Adds a connection; returns how many the person now has.
    func add(_ connection: LiveConnection, of user: UserID) -> Int {
        state.withLock { state in
            state.byUser[user, default: []].append(connection)
            return state.byUser[user]?.count ?? 0
        }
    }

    /// Takes a connection out; returns how many the person has left.
    func remove(_ connection: LiveConnection, of user: UserID) -> Int {
        state.withLock { state in
            state.byUser[user]?.removeAll { $0 === connection }
            let count = state.byUser[user]?.count ?? 0
            if count == 0 { state.byUser[user] = nil }
            return count
        }
    }

    func connections(of user: UserID) -> [LiveConnection] { state.withLock { $0.byUser[user] ?? [] } }

    func connectionCount(of user: UserID) -> Int { state.withLock { $0.byUser[user]?.count ?? 0 } }

    /// How many connections are open.
    var connectionCount: Int { state.withLock { $0.byUser.values.reduce(0) { $0 + $1.count } } }

    /// How many people are connected.
    var userCount: Int { state.withLock { $0.byUser.count } }

    func forEachConnection(of user: UserID, _ body: (LiveConnection) -> Void) {
        for connection in connections(of: user) { body(connection) }
    }

    /// Sends to all connections of those people.
    func send(_ frame: SharedFrame, to users: [UserID]) {
        for user in users { forEachConnection(of: user) { $0.send(frame) } }
    }

    /// A session has ended: its sockets close at once.
    func end(_ session: SessionID) {
        let ended = state.withLock { state in
            state.byUser.values.flatMap { $0 }.filter { ($0.context as? LiveSession)?.session == session }
        }
        for connection in ended { connection.close(code: 4_001, reason: "session_ended") }
    }
}
