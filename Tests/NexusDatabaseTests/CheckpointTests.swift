import Foundation
import NexusDatabase
import Testing

@Suite("The write-ahead log")
struct CheckpointTests {
    @Test("under continuous writing the log is copied concurrently and restarts at its limit")
    func bounded() async throws {
        try await withTemporaryFolder { folder in
            var configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
            configuration.checkpointBytes = 64 << 10
            configuration.logBytesLimit = 512 << 10
            let database = try SQLDatabase(configuration, migrations: [Migration("notes", notes)])
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
            // The log restarts with the commit after the copy, so it ends far below the bytes written to it.
            #expect(longest < 16 << 20)
            #expect(try await database.notes().count == id)
            try await database.close()
        }
    }

    private let secret = "unmistakable" + String(repeating: " and so on", count: 2_000) + " unmistakable"

    /// Whether the file or its log contains the word.
    private func holdsSecret(_ path: String) throws -> Bool {
        try [path, path + "-wal"].contains { path in
            try Data(contentsOf: URL(filePath: path)).range(of: Data("unmistakable".utf8)) != nil
        }
    }

    @Test("erased data leaves the file, its free pages and the log during other reads and writes")
    func erased() async throws {
        try await withTemporaryFolder { [secret] folder in
            let path = folder + "/test.sqlite"
            var configuration = DatabaseConfiguration(storage: .file(path))
            configuration.eraseInterval = .milliseconds(10)
            let database = try SQLDatabase(configuration, migrations: [Migration("notes", notes)])
            try await database.write { transaction in
                for number in 0..<100 { try transaction.note(number, "a note that says \(number)") }
                try transaction.note(100, secret)
            }
            #expect(try holdsSecret(path))
            try await database.write { transaction in
                try transaction.run("DELETE FROM notes WHERE id = 100")
                transaction.eraseTraces()
            }
            var number = 101
            while database.statistics.erasures == 0, number < 100_000 {
                try await database.write { [number] in try $0.note(number, "a note that says \(number)") }
                _ = try await database.read { try $0.first("SELECT COUNT(*) FROM notes") { try $0.next(Int.self) } }
                number += 1
            }
            #expect(database.statistics.erasures > 0)
            #expect(try !holdsSecret(path))
            #expect(try await database.notes().count == number - 1)
            try await database.close()
        }
    }

    @Test("a read of an old state blocks neither commits nor, once it ends, the erasure")
    func erasedAfterReading() async throws {
        try await withTemporaryFolder { [secret] folder in
            let path = folder + "/test.sqlite"
            var configuration = DatabaseConfiguration(storage: .file(path))
            configuration.eraseInterval = .milliseconds(10)
            let database = try SQLDatabase(configuration, migrations: [Migration("notes", notes)])
            try await database.write { try $0.note(0, secret) }
            let (began, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            database.query { reader in
                let count = try reader.first("SELECT COUNT(*) FROM notes") { try $0.next(Int.self) }
                began.signal()
                end.wait()
                return count
            } completion: { _ in
            }
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    began.wait()
                    continuation.resume()
                }
            }
            try await database.write { transaction in
                try transaction.run("DELETE FROM notes")
                transaction.eraseTraces()
            }
            let copies = database.statistics.checkpoints
            var number = 1
            while database.statistics.checkpoints < copies + 2, number < 100_000 {
                try await database.write { [number] in try $0.note(number, "a note that says \(number)") }
                number += 1
            }
            #expect(database.statistics.erasures == 0)
            #expect(try holdsSecret(path))
            end.signal()
            while database.statistics.erasures == 0, number < 200_000 {
                try await database.write { [number] in try $0.note(number, "a note that says \(number)") }
                number += 1
            }
            #expect(try !holdsSecret(path))
            try await database.close()
        }
    }

    @Test("a log with deleted texts from a killed process is truncated at the next start")
    func erasedAtStart() async throws {
        try await withTemporaryFolder { [secret] folder in
            let path = folder + "/test.sqlite"
            let database = try SQLDatabase(
                DatabaseConfiguration(storage: .file(path)), migrations: [Migration("notes", notes)])
            try await database.write { try $0.note(0, secret) }
            try await database.write { try $0.run("DELETE FROM notes") }
            // The state that a killed process leaves.
            let left = folder + "/left.sqlite"
            for ending in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + ending, toPath: left + ending)
            }
            #expect(try holdsSecret(left))
            let restarted = try SQLDatabase(
                DatabaseConfiguration(storage: .file(left)), migrations: [Migration("notes", notes)])
            #expect(try !holdsSecret(left))
            #expect(try await restarted.notes().isEmpty)
            try await restarted.close()
            try await database.close()
        }
    }
}
