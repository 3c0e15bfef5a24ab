import NexusDatabase
import Synchronization
import Testing

@testable import NexusServer

@Suite("The patience of work behind the scenes")
struct DatabasePatienceTests {
    /// A real database that refuses the first read and the first transaction.
    private final class CrowdedDatabase: Database {
        private let database: any Database
        private let code: DatabaseError.Code
        private let refused = Mutex<(reads: Int, writes: Int)>((0, 0))

        init(_ code: DatabaseError.Code) throws {
            self.code = code
            database = try SQLiteDatabase(DatabaseConfiguration(storage: .memory), migrations: Schema.migrations)
        }

        var refusals: (reads: Int, writes: Int) { refused.withLock { $0 } }

        func submit<T: Sendable>(
            _ body: @escaping @Sendable (Transaction) throws -> T,
            completion: @escaping @Sendable (Result<T, any Error>) -> Void
        ) {
            let isFirst = refused.withLock { refused in
                defer { refused.writes = 1 }
                return refused.writes == 0
            }
            if isFirst { return completion(.failure(DatabaseError(code, detail: "crowded"))) }
            database.submit(body, completion: completion)
        }

        func query<T: Sendable>(
            _ body: @escaping @Sendable (Reader) throws -> T,
            completion: @escaping @Sendable (Result<T, any Error>) -> Void
        ) {
            let isFirst = refused.withLock { refused in
                defer { refused.reads = 1 }
                return refused.reads == 0
            }
            if isFirst { return completion(.failure(DatabaseError(code, detail: "crowded"))) }
            database.query(body, completion: completion)
        }

        func beforeCommit(_ hook: @escaping @Sendable (Transaction) throws -> Void) { database.beforeCommit(hook) }
        func afterCompletions(_ hook: @escaping @Sendable () -> Void) { database.afterCompletions(hook) }
        var statistics: DatabaseStatistics { database.statistics }
        func close() async throws { try await database.close() }
    }

    @Test(
        "what is refused because too many wait, or the disk is full, is tried again",
        arguments: [DatabaseError.Code.overloaded, .full])
    func triedAgain(code: DatabaseError.Code) async throws {
        let database = try CrowdedDatabase(code)
        async let read = database.readPatiently { try $0.first("SELECT 7") { $0.int(0) } }
        async let written = database.writePatiently { try $0.first("SELECT 8") { $0.int(0) } }
        #expect(try await read == 7)
        #expect(try await written == 8)
        #expect(database.refusals == (1, 1))
        try await database.close()
    }

    @Test("any other failure is told at once")
    func otherFailures() async throws {
        let database = try CrowdedDatabase(.corrupt)
        await #expect(throws: DatabaseError.self) { try await database.readPatiently { _ in } }
        await #expect(throws: DatabaseError.self) { try await database.writePatiently { _ in } }
        try await database.close()
    }
}
