import Foundation
import NexusDatabase
import Testing

@Suite("A full disk")
struct FullDiskTests {
    private static let table = [
        Migration("table", "CREATE TABLE t (id {integer} PRIMARY KEY NOT NULL, bytes {blob} NOT NULL) {strict}")
    ]

    /// Submits one row of `size` bytes and waits until it is durable.
    private func insert(_ id: Int, size: Int, into database: any Database) async throws {
        try await database.write { transaction in
            try transaction.run(
                "INSERT INTO t (id, bytes) VALUES ($1, $2)", .integer(id),
                .blob([UInt8](repeating: UInt8(truncatingIfNeeded: id), count: size)))
        }
    }

    private func count(_ database: any Database) async throws -> Int {
        try await database.read { try $0.first("SELECT count(*) FROM t") { try $0.next(Int.self) } ?? -1 }
    }

    @Test("the whole commit that fills it fails as full, and the writer continues when there is space")
    func pageLimit() async throws {
        try await withTemporaryFolder { folder in
            var configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
            configuration.pageLimit = 40
            let database = try SQLDatabase(configuration, migrations: Self.table)
            try await insert(1, size: 20_000, into: database)
            let journal = Journal()
            try await database.write { _ in
                for id in 2...4 {
                    database.submit(
                        { transaction in
                            transaction.onRollback { journal.note("\(id) undone") }
                            // The third needs more space than there is; it hides the error and continues.
                            let size = id == 3 ? 200_000 : 10
                            let bytes = [UInt8](repeating: 0, count: size)
                            do {
                                try transaction.run(
                                    "INSERT INTO t (id, bytes) VALUES ($1, $2)", .integer(id), .blob(bytes))
                            } catch {
                                try? transaction.run("DELETE FROM t")
                            }
                        }, completion: journal.ended("\(id)"))
                }
            }
            // Behind the others, whether it fails with them or not: a read does not wait for them.
            _ = try? await database.write { _ in }
            #expect(try await count(database) == 1)
            #expect(
                journal.entries == [
                    "3 undone", "2 undone", "2 database_full", "3 database_full", "4 database_full",
                ])
            try await database.write { try $0.run("DELETE FROM t WHERE id = 1") }
            try await insert(5, size: 20_000, into: database)
            #expect(try await count(database) == 1)
            try await database.close()
        }
    }

    @Test(
        "on a full file system commits fail as full, and succeed again once there is space",
        .enabled(if: TinyDisk.isPossible, "needs the right to mount"))
    func tinyDisk() async throws {
        try await TinyDisk.with(mebibytes: 4) { folder in
            var configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
            configuration.checkpointBytes = 256 << 10
            let database = try SQLDatabase(configuration, migrations: Self.table)
            let ballast = URL(fileURLWithPath: folder + "/ballast")
            try Data(count: 1 << 20).write(to: ballast)
            var stored = 0
            var failure: DatabaseError?
            while failure == nil, stored < 10_000 {
                do {
                    try await insert(stored, size: 10_000, into: database)
                    stored += 1
                } catch let error as DatabaseError {
                    failure = error
                }
            }
            #expect(failure?.code == .full)
            #expect(stored > 10)
            #expect(try await count(database) == stored)
            try FileManager.default.removeItem(at: ballast)
            try await insert(100_000, size: 10_000, into: database)
            #expect(try await count(database) == stored + 1)
            try await database.close()
            let reopened = try SQLDatabase(configuration, migrations: Self.table)
            #expect(try await count(reopened) == stored + 1)
            try await reopened.close()
        }
    }
}
