import Foundation
import Synchronization
import Testing

@testable import NexusDatabase

@Suite(
    "A transfer between engines",
    .enabled(if: PostgresServer.address != nil, "no PostgreSQL is named in NEXUS_TEST_DATABASE"))
struct DatabaseTransferTests {
    /// A key of two columns, one of text, columns of every kind with nulls, a number that the engine assigns, a reference, and a table without a key.
    private static let migrations = [
        Migration(
            "things",
            """
            CREATE TABLE things (
                kind {text} NOT NULL, id {blob} NOT NULL, weight {real}, note {text}, size {integer}, picture {blob},
                PRIMARY KEY (kind, id)) {without_rowid};
            CREATE TABLE log (number {identity}, "text" {text} NOT NULL) {strict};
            CREATE TABLE additions (
                id {integer} PRIMARY KEY NOT NULL, line {integer} NOT NULL REFERENCES log (number)) {without_rowid};
            CREATE TABLE total (bytes {integer} NOT NULL) {strict};
            INSERT INTO total (bytes) VALUES (0);
            CREATE TABLE derived (id {integer} PRIMARY KEY NOT NULL) {without_rowid};
            """)
    ]

    private static let count = 1_207

    private func withPlaces(
        _ body: (_ sqlite: DatabaseConfiguration, _ postgres: DatabaseConfiguration) async throws -> Void
    )
        async throws
    {
        try await withTemporaryFolder { folder in
            try await body(
                DatabaseConfiguration(storage: .file(folder + "/test.sqlite")),
                DatabaseConfiguration(storage: .postgres(try PostgresServer.schema())))
        }
    }

    private func with<T: Sendable>(
        _ place: DatabaseConfiguration, _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        let database = try SQLDatabase(place, migrations: Self.migrations)
        let result = try await database.write(body)
        try await database.close()
        return result
    }

    private func fill(_ place: DatabaseConfiguration) async throws {
        try await with(place) { transaction in
            for number in 0..<Self.count {
                try transaction.run(
                    "INSERT INTO things (kind, id, weight, note, size, picture) VALUES ($1, $2, $3, $4, $5, $6)",
                    .text(["Äpfel", "apples", "Zebras"][number % 3]), .id(UInt64(number), .max),
                    number % 2 == 0 ? .real(Double(number) / 3) : .null,
                    number % 5 == 0 ? .null : .text("naïve \(number) 🍏"),
                    number % 7 == 0 ? .null : .integer(Int64.min + Int64(number)),
                    number % 11 == 0 ? .null : .blob([0, 255, UInt8(number % 256)]))
            }
            for number in 1...3 {
                try transaction.run("INSERT INTO log (text) VALUES ($1)", .text("line \(number)"))
            }
            try transaction.run("INSERT INTO additions (id, line) VALUES (1, 3)")
            try transaction.run("UPDATE total SET bytes = 42")
            try transaction.run("INSERT INTO derived (id) VALUES (1)")
        }
    }

    private func transfer(_ source: DatabaseConfiguration, _ target: DatabaseConfiguration) async throws
        -> DatabaseTransfer
    {
        try await DatabaseTransfer(
            from: source, to: target, migrations: Self.migrations, leaving: ["derived"]
        ) { reader in
            if try reader.first("SELECT 1 FROM things LIMIT 1", body: { _ in true }) != nil { throw Refusal() }
        }
    }

    private func move(_ source: DatabaseConfiguration, _ target: DatabaseConfiguration) async throws -> [String: Int] {
        let transfer = try await transfer(source, target)
        do {
            try await transfer.copy { _, _ in }
            let rows = try await transfer.compare { _, _ in }
            try await transfer.finish { _ in }
            try await transfer.close()
            return rows
        } catch {
            try await transfer.close()
            throw error
        }
    }

    @Test("brings every value there and back, and the engine's numbers go on behind the greatest")
    func thereAndBack() async throws {
        try await withPlaces { sqlite, postgres in
            try await fill(sqlite)
            let expected = ["things": Self.count, "log": 3, "additions": 1, "total": 1]
            #expect(try await move(sqlite, postgres) == expected)
            let (next, derived) = try await with(postgres) { transaction in
                try transaction.run("INSERT INTO log (text) VALUES ('line 4')")
                return (
                    try transaction.first("SELECT max(number) FROM log") { try $0.next(Int.self) },
                    try transaction.first("SELECT count(*) FROM derived") { try $0.next(Int.self) }
                )
            }
            #expect(next == 4)
            #expect(derived == 0)
            try await withTemporaryFolder { folder in
                let back = DatabaseConfiguration(storage: .file(folder + "/back.sqlite"))
                #expect(try await move(postgres, back) == ["things": Self.count, "log": 4, "additions": 1, "total": 1])
                let bytes = try await with(back) { try $0.first("SELECT bytes FROM total") { try $0.next(Int.self) } }
                #expect(bytes == 42)
            }
        }
    }

    @Test("goes on behind the last row that arrived, and until its end no server opens the target")
    func interrupted() async throws {
        try await withPlaces { sqlite, postgres in
            try await fill(sqlite)
            let first = try await transfer(sqlite, postgres)
            let task = Task {
                try await first.copy { table, rows in
                    if table == "things", rows >= 500 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            try await first.close()
            #expect(throws: DatabaseError(.restoring, detail: "its transfer was not finished")) {
                _ = try SQLDatabase(postgres, migrations: Self.migrations)
            }
            let second = try await transfer(sqlite, postgres)
            let copied = Mutex(0)
            try await second.copy { table, rows in if table == "things" { copied.withLock { $0 = rows } } }
            #expect(copied.withLock { $0 } == Self.count - 500)
            #expect(try await second.compare { _, _ in }["things"] == Self.count)
            try await second.finish { _ in }
            try await second.close()
            try await with(postgres) { _ in }
        }
    }

    @Test("finds a row that is missing, one too many, and one that differs")
    func differences() async throws {
        try await withPlaces { sqlite, postgres in
            try await fill(sqlite)
            guard case .postgres(let address) = postgres.storage else { return }
            let transfer = try await transfer(sqlite, postgres)
            try await transfer.copy { _, _ in }
            for (change, undo, row) in [
                ("DELETE FROM log WHERE number = 2", "INSERT INTO log (number, text) VALUES (2, 'line 2')", 2),
                ("INSERT INTO log (number, text) VALUES (9, 'x')", "DELETE FROM log WHERE number = 9", 4),
                ("UPDATE log SET text = 'y' WHERE number = 3", "UPDATE log SET text = 'line 3' WHERE number = 3", 3),
            ] {
                try PostgresScript.run(change, at: address)
                await #expect(throws: DatabaseTransfer.Difference(table: "log", row: row)) {
                    _ = try await transfer.compare { _, _ in }
                }
                try PostgresScript.run(undo, at: address)
            }
            #expect(try await transfer.compare { _, _ in }["log"] == 3)
            try await transfer.close()
        }
    }

    @Test("refuses a target that is somebody's, and leaves it as it was")
    func occupied() async throws {
        try await withPlaces { sqlite, postgres in
            try await fill(sqlite)
            try await fill(postgres)
            await #expect(throws: Refusal.self) { _ = try await transfer(sqlite, postgres) }
            let count = try await with(postgres) {
                try $0.first("SELECT count(*) FROM things") { try $0.next(Int.self) }
            }
            #expect(count == Self.count)
        }
    }
}
