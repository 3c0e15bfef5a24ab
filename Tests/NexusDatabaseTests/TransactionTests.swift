import NexusDatabase
import Testing

@Suite("Transactions")
struct TransactionTests {
    static let migrations = [
        Migration("notes", "CREATE TABLE notes (id {blob} PRIMARY KEY NOT NULL, text {text}) {without_rowid}")
    ]

    @Test("what was written is read back", arguments: [DatabaseConfiguration.inline, .init(storage: .memory)])
    func roundTrip(configuration: DatabaseConfiguration) async throws {
        let database: any Database = try SQLiteDatabase(configuration, migrations: Self.migrations)
        let changed = try await database.write { transaction in
            try transaction.run("INSERT INTO notes (id, text) VALUES ($1, $2)", .id(1, 2), "hello")
        }
        #expect(changed == 1)
        let found = try await database.read { reader in
            try reader.first("SELECT text, id FROM notes WHERE id = $1", .id(1, 2)) { row in
                let id = try row.id(1)
                return "\(row.text(0)) \(id.0) \(id.1)"
            }
        }
        #expect(found == "hello 1 2")
        try await database.close()
    }
}
