import NexusCore
import NexusDatabase
import Synchronization

/// What a projection works with while it catches up: the database, with consideration for live traffic, and the record of what it skips.
struct CatchUp: Sendable {
    let projection: String
    let database: any Database
    let clock: FollowerClock
    /// The time that is written.
    let now: @Sendable () -> Timestamp
    let skipped: SkippedRowCount
    /// Where what takes the processor long is done; on the caller's thread without.
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

    /// Does what takes the processor long, where it takes nobody's.
    /// - Throws: What `work` throws, `CancellationError`.
    func compute<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        guard let threads else { return try work() }
        return try await threads.run(work)
    }

    /// Carries out a transaction, and records the rows that are skipped by it. While others come in, it rests afterwards for several times as
    /// long as it worked.
    /// - Throws: What `body` throws, `DatabaseError`, `CancellationError`.
    func write<T: Sendable>(
        skipping rows: [SkippedRow] = [], _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        let (result, worked) = try await database.write { [projection, now] transaction in
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

/// How many rows a projection has skipped, as of the last count.
final class SkippedRowCount: Sendable {
    let value = Atomic(0)
}
