import NexusDatabase

/// A real database on which another transaction waits whenever one runs that can wait.
final class CrowdedDatabase: Database {
    private let database: any Database

    init(_ database: any Database) { self.database = database }

    func submitInBackground<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        database.submitInBackground(
            { [database] transaction in
                database.submit { _ in
                } completion: { _ in
                }
                return try body(transaction)
            }, completion: completion)
    }

    func submit<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) { database.submit(body, completion: completion) }

    func query<T: Sendable>(
        _ body: @escaping @Sendable (Reader) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) { database.query(body, completion: completion) }

    func beforeCommit(_ hook: @escaping @Sendable (Transaction) throws -> Void) { database.beforeCommit(hook) }
    func afterCompletions(_ hook: @escaping @Sendable () -> Void) { database.afterCompletions(hook) }
    var statistics: DatabaseStatistics { database.statistics }
    func close() async throws { try await database.close() }
}
