import Foundation
import NexusDatabase
import Testing

@Suite("The storage reserve")
struct StorageReserveTests {
    private static let table = [
        Migration("table", "CREATE TABLE t (id {integer} PRIMARY KEY NOT NULL, bytes {blob} NOT NULL) {strict}")
    ]

    @Sendable private static func insert(_ id: Int, size: Int, _ transaction: Transaction) throws {
        try transaction.run(
            "INSERT INTO t (id, bytes) VALUES ($1, $2)", .integer(id), .blob([UInt8](repeating: 7, count: size)))
    }

    /// Writes rows until the storage is full; returns how many there are.
    private func fill(_ database: any Database, size: Int = 10_000) async throws -> Int {
        for id in 0..<10_000 {
            do {
                try await database.write { try Self.insert(id, size: size, $0) }
            } catch let error as DatabaseError {
                #expect(error.code == .full)
                return id
            }
        }
        throw CocoaError(.fileWriteUnknown)
    }

    private func isRefused(_ write: () async throws -> Void) async throws -> Bool {
        do {
            try await write()
            return false
        } catch let error as DatabaseError where error.code == .full {
            return true
        }
    }

    @Test("admits essential transactions at the maximum file size, and nothing else until rows are deleted")
    func pages() async throws {
        try await withTemporaryFolder { folder in
            var configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
            configuration.pageLimit = 100
            configuration.reserveBytes = 40 * 4_096
            let database = try SQLDatabase(configuration, migrations: Self.table)
            #expect(database.statistics.storageProblem == nil)
            #expect(database.statistics.reservedBytes == 40 * 4_096)
            let stored = try await fill(database)
            #expect(stored > 5)
            #expect(database.statistics.storageProblem?.code == .full)
            #expect(database.statistics.reservedBytes == 0)
            for id in 20_000..<20_010 { try await database.writeEssential { try Self.insert(id, size: 4_000, $0) } }
            #expect(try await isRefused { try await database.write { try Self.insert(30_000, size: 1, $0) } })
            await database.tryToRecover()
            #expect(database.statistics.storageProblem?.code == .full, "there is no more room than before")
            try await database.writeEssential { try $0.run("DELETE FROM t WHERE id < 20000") }
            await database.tryToRecover()
            #expect(database.statistics.storageProblem == nil)
            #expect(database.statistics.reservedBytes > 0)
            try await database.write { try Self.insert(1, size: 10_000, $0) }
            try await database.close()
        }
    }

    @Test("a background transaction that succeeds ends a problem as any other does")
    func background() async throws {
        try await withTemporaryFolder { folder in
            var configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
            configuration.pageLimit = 100
            configuration.reserveBytes = 0
            let database = try SQLDatabase(configuration, migrations: Self.table)
            _ = try await fill(database)
            #expect(database.statistics.storageProblem?.code == .full)
            try await database.writeInBackground { try $0.run("DELETE FROM t") }
            #expect(database.statistics.storageProblem == nil)
            try await database.close()
        }
    }

    @Test(
        "serves essential transactions on a full disk, also after a restart, and is reserved again once there is space",
        .enabled(if: TinyDisk.isPossible, "needs the right to mount"))
    func fullDisk() async throws {
        try await TinyDisk.with(mebibytes: 8) { folder in
            var configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
            configuration.checkpointBytes = 256 << 10
            configuration.reserveBytes = 1 << 20
            let ballast = URL(fileURLWithPath: folder + "/ballast")
            try Data(count: 3 << 20).write(to: ballast)
            let database = try SQLDatabase(configuration, migrations: Self.table)
            let stored = try await fill(database)
            #expect(stored > 10)
            for id in 20_000..<20_050 { try await database.writeEssential { try Self.insert(id, size: 100, $0) } }
            #expect(try await isRefused { try await database.write { try Self.insert(30_000, size: 1, $0) } })
            #expect(
                try await database.read { try $0.first("SELECT count(*) FROM t") { try $0.next(Int.self) } } == stored
                    + 50)
            try await database.close()

            let rest = try FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? NSNumber
            try Data(count: max(0, (rest?.intValue ?? 0) - (64 << 10))).write(to: ballast.appendingPathExtension("2"))
            let reopened = try SQLDatabase(configuration, migrations: Self.table)
            #expect(reopened.statistics.storageProblem?.code == .full)
            #expect(try await isRefused { try await reopened.write { try Self.insert(30_000, size: 1, $0) } })
            try FileManager.default.removeItem(at: ballast)
            await reopened.tryToRecover()
            #expect(reopened.statistics.storageProblem == nil)
            try await reopened.write { try Self.insert(30_000, size: 1, $0) }
            try await reopened.close()
        }
    }

    @Test("does not exist without a size, and a full file then takes what fits")
    func none() async throws {
        try await withTemporaryFolder { folder in
            var configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
            configuration.pageLimit = 40
            let database = try SQLDatabase(configuration, migrations: Self.table)
            _ = try await fill(database)
            #expect(database.statistics.storageProblem?.code == .full)
            try await database.write { try $0.run("DELETE FROM t") }
            #expect(database.statistics.storageProblem == nil)
            #expect(!FileManager.default.fileExists(atPath: folder + "/test.sqlite-reserve"))
            try await database.close()
        }
    }
}
