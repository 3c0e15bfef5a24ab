import Foundation
import NexusDatabase
import Synchronization
import Testing

@Suite("A copy of a database")
struct DatabaseCopyTests {
    private static let schema = Migration(
        "notes", "CREATE TABLE notes (number {integer} NOT NULL, text {text} NOT NULL) {strict};")

    private static func insert(_ number: Int, _ transaction: Transaction) throws {
        try transaction.run(
            "INSERT INTO notes (number, text) VALUES ($1, $2), ($1 + 1, $2)", .integer(number),
            .text(String(repeating: "x", count: 3_000)))
    }

    private static func numbers(_ path: String) throws -> [Int] {
        let stored = try StoredDatabase(path: path)
        defer { stored.close() }
        #expect(try stored.damage(isThorough: true).isEmpty)
        #expect(try stored.migrations() == ["notes"])
        return try stored.read { try $0.all("SELECT number FROM notes ORDER BY number") { try $0.next() } }
    }

    @Test("is one state of a database that is written meanwhile, and has all that was committed before it began")
    func online() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/test.sqlite"
            let database = try SQLDatabase(
                DatabaseConfiguration(storage: .file(path)), migrations: [DatabaseCopyTests.schema])
            for number in 0..<1_000 { try await database.write { try Self.insert(number * 2, $0) } }
            let next = Mutex(1_000)
            let isDone = Mutex(false)
            let writing = Task {
                while !isDone.withLock({ $0 }) {
                    let number = next.withLock { $0 }
                    try await database.write { try Self.insert(number * 2, $0) }
                    next.withLock { $0 += 1 }
                }
            }
            var steps = 0
            let before = next.withLock { $0 }
            try DatabaseCopy.make(from: path, to: folder + "/copy.sqlite") {
                steps += 1
                // Commits go on between two steps.
                let seen = next.withLock { $0 }
                while next.withLock({ $0 }) < seen + 3 { sched_yield() }
            }
            isDone.withLock { $0 = true }
            try await writing.value
            #expect(steps > 1)
            let copied = try Self.numbers(folder + "/copy.sqlite")
            #expect(copied == Array(0..<copied.count), "a transaction is there in part, or one before it is not")
            #expect(copied.count >= before * 2)
            try await database.close()
            // A database that nothing has open.
            try DatabaseCopy.make(from: path, to: folder + "/second.sqlite")
            #expect(try Self.numbers(folder + "/second.sqlite").count == next.withLock { $0 } * 2)
        }
    }

    @Test("ends with the error of a step, and a file that is no database is refused")
    func failing() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/test.sqlite"
            let database = try SQLDatabase(
                DatabaseConfiguration(storage: .file(path)), migrations: [DatabaseCopyTests.schema])
            #expect(throws: CancellationError.self) {
                try DatabaseCopy.make(from: path, to: folder + "/copy.sqlite") { throw CancellationError() }
            }
            try await database.write { try Self.insert(0, $0) }
            try await database.close()
            try Data("not a database at all".utf8).write(to: URL(fileURLWithPath: folder + "/other"))
            #expect(throws: DatabaseError.self) {
                try DatabaseCopy.make(from: folder + "/other", to: folder + "/third.sqlite")
            }
            #expect(throws: DatabaseError.self) { try StoredDatabase(path: folder + "/missing") }
        }
    }

    @Test("a database that is being restored does not open")
    func restoring() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/test.sqlite"
            let mark = RestoreMark(ofDatabaseAt: path)
            try mark.set()
            let problem = #expect(throws: DatabaseError.self) {
                try SQLDatabase(DatabaseConfiguration(storage: .file(path)), migrations: [])
            }
            #expect(problem?.code == .restoring)
            mark.clear()
            let database = try SQLDatabase(DatabaseConfiguration(storage: .file(path)), migrations: [])
            try await database.close()
        }
    }
}
