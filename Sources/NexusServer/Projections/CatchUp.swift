import NexusCore
import NexusDatabase
import Synchronization

/// The tools of a projection during catch-up: the database, with consideration for live traffic, and the record of
/// skipped rows.
struct CatchUp: Sendable {
    let projection: String
    let database: any Database
    let clock: FollowerClock
    /// The time that is written.
    let now: @Sendable () -> Timestamp
    let skipped: SkippedRowCount
    /// The threads for long computations; without them, the caller's thread.
    var threads: BackgroundThreads?
    private let pace = CatchUpPace()

    init(
        projection: String, database: any Database, clock: FollowerClock, now: @escaping @Sendable () -> Timestamp,
        skipped: SkippedRowCount, threads: BackgroundThreads? = nil
    ) {
        self.projection = projection
        self.database = database
        self.clock = clock
        self.now = now
        self.skipped = skipped
        self.threads = threads
    }

    /// Reads one snapshot.
    /// - Throws: What `body` throws, `DatabaseError`, `CancellationError`.
    func read<T: Sendable>(_ body: @escaping @Sendable (Reader) throws -> T) async throws -> T {
        try await database.read(body)
    }

    /// Runs a long computation at idle priority.
    /// - Throws: The error of `work`, `CancellationError`.
    func compute<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        guard let threads else { return try work() }
        return try await threads.run(work)
    }

    /// Runs a transaction that gives way to all others, and records the rows it skips. While other transactions arrive, it
    /// rests afterwards for several times as long as it took. A long body should end where ``Transaction/shouldYield`` says so.
    /// - Throws: The error of `body`, `DatabaseError`, `CancellationError`.
    func write<T: Sendable>(
        skipping rows: [SkippedRow] = [], _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        let (result, worked) = try await database.writeInBackground { [projection, now] transaction in
            let start = ContinuousClock.now
            let result = try body(transaction)
            for row in rows { try row.record(by: projection, at: now(), transaction) }
            return (result, ContinuousClock.now - start)
        }
        if let rest = pace.rest(after: worked, transactions: database.statistics.transactions) {
            try await clock.sleep(rest)
        }
        if !rows.isEmpty { try await countSkipped() }
        return result
    }

    /// Takes rows down as skipped in a transaction of the projection's own.
    func skip(_ rows: [SkippedRow], _ transaction: Transaction) throws {
        for row in rows { try row.record(by: projection, at: now(), transaction) }
    }

    /// Counts the skipped rows again.
    func countSkipped() async throws {
        let count = try await database.read { [projection] in try SkippedRow.count(by: projection, $0) }
        skipped.value.store(count, ordering: .relaxed)
    }
}

/// The number of rows a projection has skipped, as of the last count.
final class SkippedRowCount: Sendable {
    let value = Atomic(0)
}
