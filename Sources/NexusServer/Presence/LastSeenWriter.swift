import NIOCore
import NexusCore
import NexusDatabase

/// Stores last-seen times, many in one transaction. Failed ones are kept and retried.
///
/// `@unchecked Sendable`: its state is confined to its event loop.
final class LastSeenWriter: @unchecked Sendable {
    /// The maximum of users in one transaction, so that no message waits long behind it.
    static let peoplePerTransaction = 256

    private let database: any Database
    private let eventLoop: any EventLoop
    private var unwritten: [UserID: Timestamp] = [:]
    private var isWriting = false

    init(database: any Database, eventLoop: any EventLoop) {
        self.database = database
        self.eventLoop = eventLoop
    }

    var isEmpty: Bool {
        eventLoop.preconditionInEventLoop()
        return unwritten.isEmpty && !isWriting
    }

    func note(_ user: UserID, _ time: Timestamp) {
        eventLoop.preconditionInEventLoop()
        unwritten[user] = time
    }

    /// Starts writing the noted times, unless that is in progress.
    func write() {
        eventLoop.preconditionInEventLoop()
        guard !isWriting, !unwritten.isEmpty else { return }
        isWriting = true
        let part = unwritten.prefix(LastSeenWriter.peoplePerTransaction).map { (user: $0.key, time: $0.value) }
        for (user, _) in part { unwritten[user] = nil }
        database.submit { transaction in
            for (user, time) in part { try PresenceRepository.setLastSeen(time, of: user, transaction) }
        } completion: { result in
            self.eventLoop.execute { self.wrote(part, result) }
        }
    }

    /// The unwritten times, for the shutdown.
    func takeAll() -> [UserID: Timestamp] {
        eventLoop.preconditionInEventLoop()
        defer { unwritten = [:] }
        return unwritten
    }

    private func wrote(_ part: [(user: UserID, time: Timestamp)], _ result: Result<Void, any Error>) {
        isWriting = false
        switch result {
        case .success: write()
        case .failure:
            for (user, time) in part where unwritten[user] == nil { unwritten[user] = time }
        }
    }
}
