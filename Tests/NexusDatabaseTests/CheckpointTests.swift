import NexusDatabase
import Testing

@Suite("The write-ahead log")
struct CheckpointTests {
    @Test("under unbroken writing the log is copied beside the commits and starts anew at its limit")
    func bounded() async throws {
        try await withTemporaryFolder { folder in
            var configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
            configuration.checkpointBytes = 64 << 10
            configuration.logBytesLimit = 512 << 10
            let database = try SQLiteDatabase(configuration, migrations: [Migration("notes", notes)])
            var id = 0
            var longest: Int64 = 0
            while database.statistics.writerCheckpoints < 3, id < 100_000 {
                let first = id
                try await database.write { transaction in
                    for number in first..<(first + 50) { try transaction.note(number, "a note that says \(number)") }
                }
                id += 50
                longest = max(longest, database.statistics.logBytes)
            }
            #expect(database.statistics.writerCheckpoints >= 3)
            #expect(database.statistics.checkpoints >= 3)
            // The log starts anew with the commit after the copy, so it ends far below what was written to it.
            #expect(longest < 16 << 20)
            #expect(try await database.notes().count == id)
            try await database.close()
        }
    }
}
