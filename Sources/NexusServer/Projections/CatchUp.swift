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

    /// Whether live traffic keeps the writer busy: a computation should then be short, since it is followed by a rest.
    var isBusy: Bool { pace.isBusy(database.statistics, at: clock.now()) }

    /// Runs a long computation at idle priority. While live traffic keeps the writer busy, it rests afterwards.
    /// - Parameters:
    ///   - threads: other threads than the projection's own.
    ///   - work: uses nothing that a server closes when it stops: where the task is cancelled, it is not waited for.
    /// - Throws: The error of `work`, `CancellationError`.
    func compute<T: Sendable>(
        on threads: BackgroundThreads? = nil, _ work: @escaping @Sendable () throws -> T
    ) async throws -> T {
        guard let threads = threads ?? self.threads else { return try work() }
        let (result, worked) = try await threads.compute {
            let start = ThreadTime.used
            let result = try work()
            return (result, ThreadTime.used - start)
        }
        try await rest(worked * CatchUpPace.computingRest)
        return result
    }

    private func rest(_ duration: Duration) async throws {
        if isBusy { try await clock.sleep(duration) }
    }

    /// Runs a transaction that gives way to all others, and records the rows it skips. While live traffic keeps the writer busy,
    /// it rests afterwards for several times as long as it took. A long body should end where ``Transaction/shouldYield`` says so.
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
        try await rest(worked * CatchUpPace.writingRest)
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
