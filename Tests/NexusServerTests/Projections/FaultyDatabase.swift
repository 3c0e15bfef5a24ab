import NexusDatabase
import Synchronization

/// A real database that refuses a set number of reads and transactions.
final class FaultyDatabase: Database {
    private struct Faults {
        var reads = 0
        var writes = 0
        var error = DatabaseError(.unavailable, detail: "planted")
        var refused = 0
    }

    private let database: any Database
    private let faults = Mutex(Faults())

    init(_ database: any Database) { self.database = database }

    /// Refuses the next reads and transactions.
    func refuse(reads: Int = 0, writes: Int = 0, with code: DatabaseError.Code = .unavailable) {
        faults.withLock {
            $0.reads = reads
            $0.writes = writes
            $0.error = DatabaseError(code, detail: "planted")
        }
    }

    /// The number of refusals.
    var refused: Int { faults.withLock { $0.refused } }

    private func readFault() -> DatabaseError? {
        faults.withLock { faults in
            guard faults.reads > 0 else { return nil }
            faults.reads -= 1
            faults.refused += 1
            return faults.error
        }
    }

    private func writeFault() -> DatabaseError? {
        faults.withLock { faults in
            guard faults.writes > 0 else { return nil }
            faults.writes -= 1
            faults.refused += 1
            return faults.error
        }
    }

    func submit<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        if let error = writeFault() { return completion(.failure(error)) }
        database.submit(body, completion: completion)
    }

    func query<T: Sendable>(
        _ body: @escaping @Sendable (Reader) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        if let error = readFault() { return completion(.failure(error)) }
        database.query(body, completion: completion)
    }

    func beforeCommit(_ hook: @escaping @Sendable (Transaction) throws -> Void) { database.beforeCommit(hook) }
    func afterCompletions(_ hook: @escaping @Sendable () -> Void) { database.afterCompletions(hook) }
    var statistics: DatabaseStatistics { database.statistics }
    func close() async throws { try await database.close() }
}
