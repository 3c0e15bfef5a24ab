import NexusCore
import Synchronization

/// The sessions on whose devices users are active at other nodes. Readable on any thread; presence keeps it.
final class ActiveElsewhere: Sendable {
    private let users = Mutex<[UserID: Set<SessionID>]>([:])

    func set(_ sessions: Set<SessionID>, of user: UserID) {
        users.withLock { $0[user] = sessions.isEmpty ? nil : sessions }
    }

    func sessions(of user: UserID) -> Set<SessionID> { users.withLock { $0[user] ?? [] } }

    /// The number of users.
    var count: Int { users.withLock { $0.count } }
}
