import Testing

@testable import NexusDatabase

@Suite("An image of a database in memory")
struct DatabaseImageTests {
    private static let migrations = [Migration("notes", notes)]

    /// A database with one note, as an image.
    private static func image() async throws -> DatabaseImage {
        let database = try SQLDatabase(.inline, migrations: migrations)
        try await database.write { try $0.note(1, "one") }
        return try database.image()
    }

    private static func texts(_ database: SQLDatabase) async throws -> [String] {
        try await database.read { try $0.all("SELECT text FROM notes ORDER BY id") { try $0.next() } }
    }

    @Test(
        "databases begin with its rows, and write their own apart from each other",
        arguments: [DatabaseConfiguration.Execution.inline, .threads])
    func copied(_ execution: DatabaseConfiguration.Execution) async throws {
        let place = DatabaseConfiguration(storage: .memoryCopy(try await Self.image()), execution: execution)
        let (one, other) = (
            try SQLDatabase(place, migrations: Self.migrations), try SQLDatabase(place, migrations: Self.migrations)
        )
        try await one.write { try $0.note(2, "two") }
        #expect(try await Self.texts(one) == ["one", "two"])
        #expect(try await Self.texts(other) == ["one"])
        try await one.close()
        try await other.close()
    }

    @Test("what is in it counts as migrated, and later migrations follow")
    func migrated() async throws {
        let place = DatabaseConfiguration(storage: .memoryCopy(try await Self.image()), execution: .inline)
        let later = Migration("second") { try $0.note(2, "from a migration") }
        let database = try SQLDatabase(place, migrations: Self.migrations + [later])
        #expect(try await Self.texts(database) == ["one", "from a migration"])
    }

    @Test("deleted texts are overwritten in a copy too")
    func erases() async throws {
        let place = DatabaseConfiguration(storage: .memoryCopy(try await Self.image()), execution: .inline)
        let database = try SQLDatabase(place, migrations: Self.migrations)
        try await database.write { try $0.note(2, "a word to be forgotten") }
        #expect(try Self.holds("to be forgotten", database))
        try await database.write { try $0.run("DELETE FROM notes WHERE id = 2") }
        #expect(try !Self.holds("to be forgotten", database))
    }

    private static func holds(_ text: String, _ database: SQLDatabase) throws -> Bool {
        String(decoding: try database.image().bytes, as: UTF8.self).contains(text)
    }

    @Test("bytes that are no database are refused")
    func damaged() {
        let place = DatabaseConfiguration(storage: .memoryCopy(DatabaseImage(bytes: Array("no database".utf8))))
        #expect(throws: DatabaseError.self) { try SQLDatabase(place, migrations: Self.migrations) }
    }
}
