import NexusDatabase
import Testing

@Suite("Migrations")
struct MigrationTests {
    private static let first = Migration("first", "CREATE TABLE a (id {integer} PRIMARY KEY NOT NULL) {strict}")
    private static let second = Migration(
        "second", "ALTER TABLE a ADD COLUMN text {text}; CREATE INDEX a_text ON a (text)")

    /// Opens the database in `folder`, reads what `sql` gives, and closes it.
    private func open(_ folder: String, _ migrations: [Migration], then sql: SQL = "SELECT 0") async throws -> Int {
        let database = try SQLDatabase(
            DatabaseConfiguration(storage: .file(folder + "/test.sqlite")), migrations: migrations)
        let result: Result<Int, any Error>
        do {
            result = .success(try await database.read { try $0.first(sql) { try $0.next(Int.self) } ?? -1 })
        } catch {
            result = .failure(error)
        }
        try await database.close()
        return try result.get()
    }

    @Test("each step is taken once, in order, and new ones when they are added")
    func once() async throws {
        try await withTemporaryFolder { folder in
            let empty = try await open(folder, [Self.first], then: "SELECT count(*) FROM a")
            #expect(empty == 0)
            let extended = try await open(folder, [Self.first, Self.second], then: "SELECT count(text) FROM a")
            #expect(extended == 0)
            let reopened = try await open(folder, [Self.first, Self.second])
            #expect(reopened == 0)
        }
    }

    @Test("a database with an unknown step is refused")
    func newer() async throws {
        try await withTemporaryFolder { folder in
            _ = try await open(folder, [Self.first, Self.second])
            let error = await #expect(throws: DatabaseError.self) { try await open(folder, [Self.first]) }
            #expect(error?.code == .newer)
            #expect(error?.detail == "unknown migration second")
            let reordered = await #expect(throws: DatabaseError.self) {
                try await open(folder, [Self.second, Self.first])
            }
            #expect(reordered?.code == .newer)
            let unharmed = try await open(folder, [Self.first, Self.second])
            #expect(unharmed == 0)
        }
    }

    @Test("an earlier program goes on where a later one has only added, and says what it cannot go on with")
    func expanded() async throws {
        try await withTemporaryFolder { folder in
            let added = Migration.expansion("added", "CREATE TABLE b (id {integer} PRIMARY KEY NOT NULL) {strict}")
            _ = try await open(folder, [Self.first, added])
            let earlier = try await open(folder, [Self.first], then: "SELECT count(*) FROM b")
            #expect(earlier == 0)
            // It has a step of its own: the two are no versions of one history.
            let strange = await #expect(throws: DatabaseError.self) {
                try await open(folder, [Self.first, Self.second])
            }
            #expect(strange?.code == .newer && strange?.detail == "unknown migration +added")
            _ = try await open(folder, [Self.first, added, Self.second])
            let refused = await #expect(throws: DatabaseError.self) { try await open(folder, [Self.first]) }
            #expect(refused?.code == .newer && refused?.detail == "unknown migration second")
            let one = try await open(folder, [Self.first, added, Self.second])
            #expect(one == 0)
        }
    }

    @Test("a failing step is undone as a whole; the earlier ones stay")
    func failing() async throws {
        try await withTemporaryFolder { folder in
            let broken = Migration("second", "CREATE TABLE b (id {integer}); INSERT INTO nowhere VALUES (1)")
            await #expect(throws: DatabaseError.self) { try await open(folder, [Self.first, broken]) }
            let tables: SQL = "SELECT count(*) FROM sqlite_schema WHERE name IN ('a', 'b')"
            let kept = try await open(folder, [Self.first], then: tables)
            #expect(kept == 1)
            let repaired = try await open(folder, [Self.first, Self.second], then: tables)
            #expect(repaired == 1)
        }
    }

    @Test("a step may be code")
    func code() async throws {
        try await withTemporaryFolder { folder in
            let fill = Migration("fill") { transaction in
                for id in 1...3 { try transaction.run("INSERT INTO a (id) VALUES ($1)", .integer(id)) }
            }
            let filled = try await open(folder, [Self.first, fill], then: "SELECT sum(id) FROM a")
            #expect(filled == 6)
        }
    }

    @Test("two steps with the same name are a mistake")
    func sameName() async throws {
        let error = #expect(throws: DatabaseError.self) {
            try SQLDatabase(.inline, migrations: [Self.first, Self.first])
        }
        #expect(error?.code == .invalidStatement)
    }
}
