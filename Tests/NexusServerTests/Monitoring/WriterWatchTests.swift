import NexusDatabase
import Synchronization
import Testing

@testable import NexusServer

@Suite("The watch over the writer")
struct WriterWatchTests {
    private struct Enough: Error {}

    /// Runs a watch for some looks.
    /// - Parameter before: called before each look with its number, from 1.
    /// - Returns: what ended it, and the number of looks.
    private func watched(
        _ database: any Database, looks: Int, before: @escaping @Sendable (Int) -> Void
    ) async -> (error: DatabaseError.Code?, looks: Int) {
        let count = Mutex(0)
        let watch = WriterWatch(database: database) {
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number <= looks else { throw Enough() }
            before(number)
        }
        do {
            try await watch.run()
            return (nil, count.withLock { $0 })
        } catch {
            return ((error as? DatabaseError)?.code, count.withLock { $0 })
        }
    }

    @Test("ends the server after the sixteenth look without the database, and not if it answers before")
    func unavailable() async throws {
        let database = FaultyDatabase(try SQLDatabase(.inline, migrations: []))
        database.refuse(writes: 16)
        #expect(await watched(database, looks: 100) { _ in } == (.unavailable, 16))
        database.refuse(writes: 15)
        #expect(await watched(database, looks: 100) { _ in } == (nil, 101))
    }

    @Test("ends it at once if another server has the database, and not while the database is full or busy")
    func otherServer() async throws {
        let database = FaultyDatabase(try SQLDatabase(.inline, migrations: []))
        #expect(
            await watched(database, looks: 100) { if $0 == 3 { database.refuse(writes: 1, with: .inUse) } } == (
                .inUse, 4
            ))
        for code in [DatabaseError.Code.full, .overloaded] {
            database.refuse(writes: 100, with: code)
            #expect(await watched(database, looks: 50) { _ in } == (nil, 51))
        }
    }

    @Test("ends it if the writer does not answer at all")
    func silent() async throws {
        #expect(await watched(SilentDatabase(), looks: 100) { _ in } == (.unavailable, 16))
    }
}

/// A database whose writer waits for a server that is away.
private struct SilentDatabase: Database {
    func submit<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {}
    func query<T: Sendable>(
        _ body: @escaping @Sendable (Reader) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {}
    func beforeCommit(_ hook: @escaping @Sendable (Transaction) throws -> Void) {}
    func afterCompletions(_ hook: @escaping @Sendable () -> Void) {}
    var statistics: DatabaseStatistics { DatabaseStatistics() }
    func close() async throws {}
}
