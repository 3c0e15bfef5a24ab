import Foundation
import Synchronization

/// The writer: takes queued transactions, commits them together and completes them in order.
///
/// `@unchecked Sendable`: the queue and the mutexes synchronize themselves; `connection` and `group` are used only by
/// the one thread that serves the queue, or inline by the caller that set `isServing`.
final class Writer: @unchecked Sendable {
    private struct Hooks {
        var beforeCommit: GroupCommit.Hook?
        var afterCompletions: (@Sendable () -> Void)?
    }

    private struct Counts {
        var commits = 0
        var transactions = 0
        var inBackground = 0
        var failed = 0
        var logBytes: Int64 = 0
    }

    /// How long a background transaction may run before it is asked to end; its commit takes about as long again.
    private static let backgroundStep = Duration.milliseconds(1)

    private let connection: any EngineConnection
    private let queue: WaitingQueue<PendingTransaction>
    private let transactionsPerCommit: Int
    private let commitInterval: Duration
    private let group: GroupCommit
    private let checkpointer: Checkpointer?
    private let counts = Mutex(Counts())
    private let hooks = Mutex(Hooks())
    private let isServing = Mutex(false)
    private let guardian: StorageGuard

    init(
        _ connection: any EngineConnection, _ configuration: DatabaseConfiguration, checkpointer: Checkpointer?,
        turns: SharedTurns? = nil, reserve: StorageReserve? = nil
    ) {
        self.connection = connection
        self.checkpointer = checkpointer
        guardian = StorageGuard(configuration, reserve: reserve)
        queue = WaitingQueue(limit: configuration.waitingTransactionLimit)
        transactionsPerCommit = max(1, configuration.transactionsPerCommit)
        commitInterval = configuration.busyCommitInterval
        group = GroupCommit(connection: connection, turns: turns)
        if checkpointer != nil { (connection as? SQLiteConnection)?.watchLog() }
    }

    /// Queues a transaction; a refused one completes at once.
    func submit(_ pending: PendingTransaction) {
        if let refusal = guardian.refusal(of: pending) {
            pending.fail(refusal)
            return pending.complete()
        }
        switch pending.isInBackground ? queue.enterLater(pending) : queue.enter(pending) {
        case .admitted:
            return
        case .full:
            pending.fail(DatabaseError(.overloaded, detail: "too many transactions are waiting"))
        case .closed:
            pending.fail(DatabaseError(.unavailable, detail: "closed"))
        }
        pending.complete()
    }

    func beginGathering() { queue.beginGathering() }

    func endGathering() { queue.endGathering() }

    func setBeforeCommit(_ hook: @escaping GroupCommit.Hook) {
        hooks.withLock { $0.beforeCommit = hook }
    }

    func setAfterCompletions(_ hook: @escaping @Sendable () -> Void) {
        hooks.withLock { $0.afterCompletions = hook }
    }

    /// Serves the queue until it is closed and empty.
    func serve() {
        let clock = ContinuousClock()
        var pace = CommitPace(interval: commitInterval)
        var batch: [PendingTransaction] = []
        while queue.take(transactionsPerCommit, into: &batch) {
            pace.begin(batch.count, at: clock.now)
            commit(batch)
            // Releases the captures of completed transactions while the writer is idle.
            batch.removeAll(keepingCapacity: true)
            if let pause = pace.pause(at: clock.now) { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
        }
    }

    /// Serves the queue on the caller's thread, unless another caller is serving: that one then serves these too.
    func serveInline() {
        while queue.count > 0 {
            let isMine = isServing.withLock { serving in
                defer { serving = true }
                return !serving
            }
            guard isMine else { return }
            var batch: [PendingTransaction] = []
            while queue.takeNow(transactionsPerCommit, into: &batch) { commit(batch) }
            isServing.withLock { $0 = false }
        }
    }

    private func commit(_ batch: [PendingTransaction]) {
        let before = connection.writing.begin()
        defer { connection.writing.end(before) }
        let hooks = hooks.withLock { $0 }
        perform(batch, hooks.beforeCommit)
        let failed = batch.count { $0.hasFailed }
        let logBytes = connection.logBytes
        counts.withLock {
            if failed < batch.count { $0.commits += 1 }
            $0.transactions += batch.count - failed
            if batch.first?.isInBackground == true { $0.inBackground += batch.count - failed }
            $0.failed += failed
            $0.logBytes = logBytes
        }
        for pending in batch { pending.complete() }
        hooks.afterCompletions?()
        let mustErase = connection.mustErase
        connection.mustErase = false
        if let connection = connection as? SQLiteConnection {
            checkpointer?.committed(on: connection, mustErase: mustErase)
        }
    }

    /// Commits. If the storage turns out to be full, retries the essential transactions with the reserved space.
    private func perform(_ batch: [PendingTransaction], _ beforeCommit: GroupCommit.Hook?) {
        // These were let in before the storage was full.
        if guardian.isFull {
            for pending in batch {
                if let refusal = guardian.refusal(of: pending) { pending.fail(refusal) }
            }
        }
        if let only = batch.first, only.isInBackground {
            let start = ContinuousClock.now
            group.performInBackground(only, beforeCommit: beforeCommit) { [queue] in
                ContinuousClock.now - start > Self.backgroundStep || queue.hasWaiting
            }
        } else {
            group.perform(batch, beforeCommit: beforeCommit)
        }
        guard let failure = group.failure as? DatabaseError else {
            if group.hasWritten { guardian.wrote() }
            return
        }
        guard guardian.failed(failure, on: connection) else { return }
        let essential = batch.filter(\.isEssential)
        guard !essential.isEmpty else { return }
        for pending in essential { pending.retry() }
        group.perform(essential, beforeCommit: beforeCommit)
    }

    /// A transaction that checks whether the storage can be written again, and if so ends the full state.
    func recovery(_ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) -> PendingTransaction? {
        guard guardian.mayTryToRecover() else { return nil }
        return Pending(
            { [guardian] (transaction: Transaction) -> Void in
                try transaction.run("UPDATE migrations SET name = name WHERE position = 0")
                try guardian.checkRoom(transaction)
            },
            { [guardian] (result: Result<Void, any Error>) in
                switch result {
                case .success: guardian.recovered()
                case .failure: guardian.staysFull()
                }
                completion(result)
            }, isEssential: true)
    }

    /// Accepts no more transactions; queued ones are still served.
    func close() {
        queue.close()
        (connection as? PostgresConnection)?.giveUpWaiting()
    }

    func report(to statistics: inout DatabaseStatistics) {
        let counts = counts.withLock { $0 }
        statistics.commits = counts.commits
        statistics.transactions = counts.transactions
        statistics.backgroundTransactions = counts.inBackground
        statistics.failedTransactions = counts.failed
        statistics.logBytes = counts.logBytes
        statistics.refusedTransactions = queue.refused
        statistics.waitingTransactions = queue.count
        statistics.repeatedCommits = group.repeated
        guardian.report(to: &statistics)
    }
}
