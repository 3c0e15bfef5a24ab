import Logging
import NexusCore
import NexusDatabase
import Synchronization

/// Keeps the index up: takes in new messages shortly after their posts and, once there is nothing new, those that were there before
/// the index. It works in small transactions that share their commit with posts, and takes a small part of the writer's time
/// while there is much to do.
final class SearchFollower: Sendable {
    /// Messages in one transaction.
    private static let messagesPerStep = 64
    /// While posts wait for the writer, how many times as long as it worked the follower rests: posting comes first.
    private static let restFactor = 9
    /// Waiting transactions from which the writer counts as busy.
    private static let busyLine = 32
    /// How long posts are gathered before they are taken in.
    private static let settling = Duration.milliseconds(50)
    /// Conversations asked for at once that had been left behind when the server stopped.
    private static let behindLimit = 1_000

    private let database: any Database
    private let logger: Logger
    private let waiting = Mutex<Set<ConversationID>>([])
    private let news: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    init(database: any Database, logger: Logger) {
        self.database = database
        self.logger = logger
        (news, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// An operation has taken effect. Called on the writer's thread.
    func applied(_ applied: Applied) {
        for publication in applied.publications {
            let change = publication.change
            guard change.messages.contains(where: { $0.seq == change.seq }) else { continue }
            if waiting.withLock({ $0.insert(change.conversation).inserted }) { wake.yield() }
        }
    }

    /// Works until its task is cancelled or the database closes.
    func run() async {
        do {
            try await database.write { try SearchIndex.beginIfOutdated($0) }
            while try await followLeftBehind() {}
            while try await step({ try SearchIndex.backfill(limit: Self.messagesPerStep, $0) }) == false {
                try await followWaiting()
            }
            try await followWaiting()
            for await _ in news {
                try await Task.sleep(for: Self.settling)
                try await followWaiting()
            }
        } catch is CancellationError {
        } catch let error as DatabaseError where error.code == .unavailable {
        } catch {
            logger.error("search stopped following: \(error)")
        }
    }

    /// Follows what was posted and not yet taken in when the server stopped. Returns whether there may be more.
    private func followLeftBehind() async throws -> Bool {
        let behind = try await database.readPatiently { try SearchIndex.behind(limit: Self.behindLimit, $0) }
        for id in behind { try await follow(id) }
        return behind.count == Self.behindLimit
    }

    private func followWaiting() async throws {
        while true {
            let ids = waiting.withLock { ids in
                defer { ids = [] }
                return ids
            }
            if ids.isEmpty { return }
            for id in ids { try await follow(id) }
        }
    }

    private func follow(_ id: ConversationID) async throws {
        while try await step({ try SearchIndex.follow(id, limit: Self.messagesPerStep, $0) }) >= Self.messagesPerStep {}
    }

    /// Carries a transaction out; a writer or a disk that is full for now is tried again.
    private func step<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        let clock = ContinuousClock()
        let (result, worked) = try await database.writePatiently { transaction in
            let began = clock.now
            return (try body(transaction), clock.now - began)
        }
        if database.statistics.waitingTransactions >= Self.busyLine {
            try await Task.sleep(for: worked * Self.restFactor)
        }
        return result
    }
}
