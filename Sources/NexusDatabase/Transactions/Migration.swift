/// One step of the schema's history. Steps are only ever appended; a released one is never edited.
public struct Migration: Sendable {
    /// The last step of a database that a transfer has not filled yet: no server knows it, so none opens the database.
    static let unfinishedTransfer = "unfinished-transfer"

    /// Unique and stable: it is recorded in the database.
    public let name: String
    let body: @Sendable (Transaction) throws -> Void

    /// A step made of SQL: statements separated by `;`, with the placeholders of ``Dialect``.
    public init(_ name: String, _ script: String) {
        self.init(name) { try $0.script(script) }
    }

    /// A step made of code, for data that SQL alone cannot convert.
    public init(_ name: String, body: @escaping @Sendable (Transaction) throws -> Void) {
        self.name = name
        self.body = body
    }
}

/// Brings a schema up to date, each step in a transaction of its own, and records the steps it took.
struct Migrator {
    let migrations: [Migration]

    /// Takes the pending steps. `transact` runs a body as one durable transaction.
    /// - Throws: ``DatabaseError`` (`database_newer`) when the database has unknown steps, or another order of steps;
    ///   the error of a failing step, which is undone, while the earlier ones stay.
    func migrate(_ transact: ((Transaction) throws -> Void) throws -> Void) throws {
        var taken: [String] = []
        try transact { transaction in
            try transaction.script(
                """
                CREATE TABLE IF NOT EXISTS migrations (
                    position {integer} PRIMARY KEY NOT NULL, name {text} NOT NULL UNIQUE) {strict}
                """)
            taken = try transaction.all("SELECT name FROM migrations ORDER BY position") { try $0.next() }
        }
        let known = migrations.map(\.name)
        guard Set(known).count == known.count else {
            throw DatabaseError(.invalidStatement, detail: "two migrations have the same name")
        }
        guard known.starts(with: taken) else {
            let stranger = taken.first { !known.contains($0) }
            if stranger == Migration.unfinishedTransfer {
                throw DatabaseError(.restoring, detail: "its transfer was not finished")
            }
            throw DatabaseError(.newer, detail: stranger.map { "unknown migration \($0)" } ?? "migrations reordered")
        }
        for (position, migration) in migrations.enumerated().dropFirst(taken.count) {
            try transact { transaction in
                try migration.body(transaction)
                try transaction.run(
                    "INSERT INTO migrations (position, name) VALUES ($1, $2)",
                    .integer(position), .text(migration.name))
            }
        }
    }
}
