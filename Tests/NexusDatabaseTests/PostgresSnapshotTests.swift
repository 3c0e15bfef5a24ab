import Foundation
import Testing

@testable import NexusDatabase

@Suite(
    "A copy of PostgreSQL in a file",
    .enabled(if: PostgresServer.address != nil, "no PostgreSQL is named in NEXUS_TEST_DATABASE"))
struct PostgresSnapshotTests {
    private static let migrations = [
        Migration(
            "lines",
            """
            CREATE TABLE lines (number {identity}, "text" {text} NOT NULL) {strict};
            CREATE TABLE total (count {integer} NOT NULL) {strict};
            INSERT INTO total (count) VALUES (0);
            CREATE TABLE derived (id {integer} PRIMARY KEY NOT NULL) {without_rowid};
            """)
    ]
    private static let count = 1_207

    /// A database with lines and their number.
    private func filled() async throws -> PostgresAddress {
        let address = try PostgresServer.schema()
        let database = try SQLDatabase(
            DatabaseConfiguration(storage: .postgres(address)), migrations: Self.migrations)
        try await database.write { transaction in
            for number in 1...Self.count {
                try transaction.run("INSERT INTO lines (text) VALUES ($1)", .text("line \(number)"))
            }
            try transaction.run("UPDATE total SET count = $1", .integer(Self.count))
            try transaction.run("INSERT INTO derived (id) VALUES (1)")
        }
        try await database.close()
        return address
    }

    @Test("is of one moment, whatever is written meanwhile, and a database that goes on")
    func moment() async throws {
        let address = try await filled()
        try await withTemporaryFolder { folder in
            var steps = 0
            try PostgresSnapshot.make(
                from: address, to: folder + "/copy.sqlite", migrations: Self.migrations, leaving: ["derived"]
            ) {
                steps += 1
                guard steps == 2 else { return }
                try PostgresScript.run(
                    "INSERT INTO lines (text) VALUES ('late'); UPDATE total SET count = count + 1", at: address)
            }
            #expect(steps > 2)
            let copy = try SQLDatabase(
                DatabaseConfiguration(storage: .file(folder + "/copy.sqlite")), migrations: Self.migrations)
            let (lines, total, derived) = try await copy.read { reader in
                (
                    try reader.all("SELECT text FROM lines ORDER BY number") { try $0.next(String.self) },
                    try reader.all("SELECT count FROM total") { try $0.next(Int.self) },
                    try reader.all("SELECT id FROM derived") { try $0.next(Int.self) }
                )
            }
            #expect(lines == (1...Self.count).map { "line \($0)" })
            #expect(total == [Self.count])
            #expect(derived.isEmpty)
            try await copy.write { try $0.run("INSERT INTO lines (text) VALUES ('next')") }
            let last = try await copy.read { try $0.first("SELECT MAX(number) FROM lines") { try $0.next(Int.self) } }
            #expect(last == Self.count + 1)
            try await copy.close()
        }
    }

    @Test("is not made of another schema, nor of what is no server's")
    func schema() async throws {
        let address = try await filled()
        let empty = try PostgresServer.schema()
        try await withTemporaryFolder { folder in
            for (source, migrations) in [
                (address, Self.migrations + [Migration("later", "CREATE TABLE later (id {integer})")]),
                (empty, Self.migrations),
            ] {
                let error = #expect(throws: DatabaseError.self) {
                    try PostgresSnapshot.make(
                        from: source, to: folder + "/copy.sqlite", migrations: migrations, leaving: [])
                }
                #expect(error?.code == .newer)
            }
        }
    }

    @Test("ends with the error of whoever interrupts it, and leaves PostgreSQL usable")
    func interrupted() async throws {
        let address = try await filled()
        try await withTemporaryFolder { folder in
            var steps = 0
            #expect(throws: CancellationError.self) {
                try PostgresSnapshot.make(
                    from: address, to: folder + "/copy.sqlite", migrations: Self.migrations, leaving: []
                ) {
                    steps += 1
                    if steps == 3 { throw CancellationError() }
                }
            }
            let stored = try StoredDatabase(DatabaseConfiguration(storage: .postgres(address)))
            defer { stored.close() }
            let count = try stored.read { try $0.first("SELECT count FROM total") { try $0.next(Int.self) } }
            #expect(count == Self.count)
        }
    }
}
