import Logging
import NIOPosix
import NexusCore
import NexusDatabase
import ServiceLifecycle
import Synchronization

/// Which node does what one node at a time does beside requests: followers, reminders, deliveries, deletions, backups (docs/decisions/0029). It is the
/// one that holds a lock of the database, on a session of its own; the others try to get it once a second. A server that has its database to
/// itself always leads.
///
/// A node that has lost the lock may not know it yet. So each time of leading has a number, which is in the database, and every transaction
/// of the work fails that finds a later one.
final class Leadership: Sendable {
    /// One time of leading.
    struct Term: Equatable, Sendable {
        let number: Int64
    }

    /// Between two looks at the lock.
    static let pace = Duration.seconds(1)

    private struct State {
        var term: Term?
        var watchers: [Int: AsyncStream<Term?>.Continuation] = [:]
        var next = 0
    }

    /// Nil where this server has its database to itself.
    private let lock: PostgresLock?
    private let database: SQLDatabase
    private let logger: Logger
    private let terms = LeaderTerms()
    private let state: Mutex<State>

    init(database: SQLDatabase, _ configuration: DatabaseConfiguration, logger: Logger) {
        self.database = database
        self.logger = logger
        lock = configuration.isShared ? configuration.storage.postgres.map { PostgresLock($0, word: "leader") } : nil
        state = Mutex(State(term: database.node == nil ? Term(number: 0) : nil))
    }

    /// Whether this node leads now.
    var isLeading: Bool { state.withLock { $0.term != nil } }

    /// Runs `work` while this node leads, and again each time that it does; until its task is cancelled.
    ///
    /// - Parameter work: is cancelled when another node may lead.
    func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        guard database.node != nil else { return try await work() }
        for await term in changes() {
            if let term { try await run(work, during: term) }
        }
    }

    private func run(_ work: @escaping @Sendable () async throws -> Void, during term: Term) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await next in self.changes() where next != term { break }
                throw CancellationError()
            }
            group.addTask {
                do {
                    let fence = TransactionFence { try self.terms.check(term, $0) }
                    try await TransactionFence.$current.withValue(fence) { try await work() }
                } catch {
                    // The end of the term, or of the server, may show as any error.
                    guard error is CancellationError || Task.isCancelled else { throw error }
                }
            }
            do { while try await group.next() != nil {} } catch is CancellationError { group.cancelAll() }
        }
    }

    /// The term now, and each change of it; nil while another node leads.
    private func changes() -> AsyncStream<Term?> {
        let (stream, continuation) = AsyncStream.makeStream(of: Term?.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.next += 1
            state.watchers[state.next] = continuation
            continuation.yield(state.term)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.watchers[number] = nil }
        }
        return stream
    }

    private func set(_ term: Term?) {
        let watchers = state.withLock { state in
            guard state.term != term else { return [AsyncStream<Term?>.Continuation]() }
            state.term = term
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.yield(term) }
    }

    /// Other nodes have told. Called inside transactions.
    func take(_ others: [NodeNote]?, in transaction: Transaction) { terms.take(others, in: transaction) }

    // MARK: The lock

    /// Looks at the lock until its task is cancelled.
    func watch(sleep: @Sendable () async throws -> Void = { try await Task.sleep(for: pace) }) async {
        guard let lock else { return }
        while !Task.isCancelled {
            do {
                let isMine = try await NIOThreadPool.singleton.runIfActive { try lock.isMine() }
                if !isMine {
                    lose()
                } else if !isLeading {
                    set(try await database.write { [terms] in try terms.begin($0) })
                    logger.notice("this node does the work in the background from now on")
                }
            } catch {
                lose()
            }
            guard (try? await sleep()) != nil else { return }
        }
    }

    private func lose() {
        guard isLeading else { return }
        set(nil)
        logger.notice("this node has lost the work in the background to another one, or its session with PostgreSQL")
    }

    /// Lets another node lead, after the work has ended.
    func close() {
        guard database.node != nil else { return }
        set(nil)
        lock?.release()
    }
}
