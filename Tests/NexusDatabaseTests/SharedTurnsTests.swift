import Synchronization
import Testing

@testable import NexusDatabase

/// What a node has in memory in these tests: the counter of the row, as it last wrote or loaded it, and how often it was loaded.
///
/// `@unchecked Sendable`: used inside transactions of one database alone, which run one at a time.
final class CountingNode: @unchecked Sendable {
    let database: SQLDatabase
    private var counter: Int?
    private(set) var loads = 0
    private let told = Mutex<[TurnsOfOthers]>([])

    static let migrations = [
        Migration(
            "counters",
            """
            CREATE TABLE counter (one {integer} PRIMARY KEY NOT NULL, value {integer} NOT NULL) {strict};
            CREATE TABLE steps (value {integer} PRIMARY KEY NOT NULL, node {text} NOT NULL) {strict};
            INSERT INTO counter VALUES (1, 0);
            """)
    ]

    init(_ database: SQLDatabase) {
        self.database = database
        database.afterOthers { [unowned self] transaction, others in
            transaction.preconditionIsRunning()
            told.withLock { $0.append(others) }
            counter = nil
        }
        database.beforeCommit { [unowned self] transaction in
            if let counter { try transaction.run("UPDATE counter SET value = $1", .integer(counter)) }
        }
    }

    /// What this node was told of others so far.
    var others: [TurnsOfOthers] { told.withLock { $0 } }

    /// Takes the next number, from memory, and writes a row under it, which must not exist.
    func step(_ name: String, in transaction: Transaction) throws {
        let last: Int
        if let counter {
            last = counter
        } else {
            loads += 1
            last = try transaction.first("SELECT value FROM counter") { try $0.next() } ?? -1
        }
        let before = counter
        counter = last + 1
        transaction.onRollback { [self] in counter = before }
        transaction.tellOthers([UInt8(truncatingIfNeeded: last + 1)])
        try transaction.run("INSERT INTO steps (value, node) VALUES ($1, $2)", .integer(last + 1), .text(name))
    }

    func step(_ name: String = "a") async throws { try await database.write { try self.step(name, in: $0) } }

    var values: [Int] {
        get async throws {
            try await database.read { try $0.all("SELECT value FROM steps ORDER BY value") { try $0.next() } }
        }
    }
}

@Suite("Turns of several nodes over one memory")
struct SharedTurnsTests {
    /// Two nodes, both on the caller's thread.
    private func pair() throws -> (CountingNode, CountingNode) {
        var configuration = DatabaseConfiguration.inline
        configuration.isShared = true
        let first = try SQLDatabase(configuration, migrations: CountingNode.migrations)
        return (CountingNode(first), CountingNode(try first.anotherNode(2)))
    }

    @Test("a node loads again what another one has written, and relies on its memory otherwise")
    func loads() async throws {
        let (first, second) = try pair()
        for _ in 1...3 { try await first.step() }
        #expect(first.loads == 1)
        try await second.step()
        try await first.step()
        try await first.step()
        #expect(first.loads == 2 && second.loads == 1)
        #expect(try await first.values == Array(1...6))
    }

    @Test("a node is told what each commit of others told, in order, and of its own nothing")
    func notes() async throws {
        let (first, second) = try pair()
        try await first.step()
        try await second.step()
        try await second.step()
        try await first.step()
        #expect(first.others == [TurnsOfOthers(notes: [[2], [3]])])
        // Nothing was known at first.
        #expect(second.others == [TurnsOfOthers(notes: nil)])
    }

    @Test("what is rolled back is told to nobody, and leaves no turn")
    func rolledBack() async throws {
        let (first, second) = try pair()
        try await second.step()
        try await first.database.together {
            first.database.submit({ try first.step("a", in: $0) }) { _ in }
            first.database.submit({ transaction in
                try first.step("a", in: transaction)
                throw Refusal()
            }) { _ in }
        }
        try await second.step()
        #expect(second.others.last == TurnsOfOthers(notes: [[2]]))
        #expect(try await second.values == [1, 2, 3])
        await #expect(throws: Refusal.self) { try await first.database.write { _ in throw Refusal() } }
        // A transaction that writes nothing takes no turn either.
        try await first.database.write { _ = try $0.first("SELECT 1") { try $0.next(Int.self) } }
        try await second.step()
        #expect(second.loads == 2)
    }

    @Test("a node that has missed more turns than are kept, or a commit that told too much, forgets everything")
    func tooMuch() async throws {
        let (first, second) = try pair()
        try await first.step()
        try await second.database.write { transaction in
            try transaction.run("INSERT INTO steps (value, node) VALUES (1000, 'b')")
            transaction.tellOthers([UInt8](repeating: 1, count: 200_000))
        }
        try await first.step()
        #expect(first.others.last == TurnsOfOthers(notes: nil))
        for number in 0..<(Int(SharedTurns.kept) + 600) {
            try await second.database.write {
                try $0.run("INSERT INTO steps (value, node) VALUES ($1, 'c')", .integer(10_000 + number))
            }
        }
        try await first.step()
        #expect(first.others.last == TurnsOfOthers(notes: nil))
        let kept = try await first.database.read {
            try $0.first("SELECT count(*) FROM nexus_turns") { try $0.next(Int.self) } ?? 0
        }
        #expect(kept < Int(SharedTurns.kept) + 1_100)
    }

    @Test("a look from outside tells what others have committed since the last one")
    func looks() async throws {
        let (first, second) = try pair()
        var reader = try #require(first.database.turnReader())
        func look() async throws -> TurnsOfOthers? {
            let before = reader
            let (found, after) = try await first.database.read { transaction in
                var reader = before
                return (try reader.look(transaction), reader)
            }
            reader = after
            return found
        }
        try await second.step()
        #expect(try await look() == nil)
        try await first.step()
        #expect(try await look() == nil)
        try await second.step()
        try await first.step()
        #expect(try await look() == TurnsOfOthers(notes: [[3], []]))
        #expect(try await look() == nil)
    }

    @Test("a file cannot be shared")
    func file() async throws {
        try await withTemporaryFolder { folder in
            var configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
            configuration.isShared = true
            let error = #expect(throws: DatabaseError.self) { try SQLDatabase(configuration, migrations: []) }
            #expect(error?.code == .unavailable)
        }
    }
}
