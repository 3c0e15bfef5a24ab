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

    @Test("the configuration's limit of pages holds in a copy")
    func limited() async throws {
        var place = DatabaseConfiguration(storage: .memoryCopy(try await Self.image()), execution: .inline)
        place.pageLimit = 20
        let database = try SQLDatabase(place, migrations: Self.migrations)
        try await database.write { try $0.note(2, String(repeating: "a", count: 10_000)) }
        let error = await #expect(throws: DatabaseError.self) {
            try await database.write { try $0.note(3, String(repeating: "b", count: 100_000)) }
        }
        #expect(error?.code == .full)
        #expect(try await Self.texts(database).count == 2)
    }

    @Test("bytes that are no database are refused")
    func damaged() {
        let place = DatabaseConfiguration(storage: .memoryCopy(DatabaseImage(bytes: Array("no database".utf8))))
        #expect(throws: DatabaseError.self) { try SQLDatabase(place, migrations: Self.migrations) }
    }
}
