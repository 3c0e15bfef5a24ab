/// Brings a schema up to date, each step in a transaction of its own, and records the steps it took.
struct Migrator {
    let migrations: [Migration]
    /// Whether no other node has the database open. With steps pending others are of an earlier version: one that knew the steps had taken them.
    var isAlone: () throws -> Bool = { true }

    /// Takes the pending steps. `transact` runs a body as one durable transaction.
    /// - Returns: the expansions of a newer program, which the database has besides.
    /// - Throws: ``DatabaseError``: `database_newer` when the database has unknown steps that are not all expansions, or another order of
    ///   steps; `database_older_nodes` when other nodes could not go on; the error of a failing step, which is undone, while the earlier ones stay.
    func migrate(_ transact: ((Transaction) throws -> Void) throws -> Void) throws -> [String] {
        var taken: [String] = []
        try transact { transaction in
            try transaction.script(
                """
                CREATE TABLE IF NOT EXISTS migrations (
                    position {integer} PRIMARY KEY NOT NULL, name {text} NOT NULL UNIQUE) {strict}
                """)
            taken = try transaction.all("SELECT name FROM migrations ORDER BY position") { try $0.next() }
        }
        guard Set(migrations.map(\.name)).count == migrations.count else {
            throw DatabaseError(.invalidStatement, detail: "two migrations have the same name")
        }
        switch SchemaState(taken, for: migrations) {
        case .behind: break
        case .expanded(let added): return added
        case .newer(Migration.unfinishedTransfer):
            throw DatabaseError(.restoring, detail: "its transfer was not finished")
        case .newer(let stranger): throw DatabaseError(.newer, detail: "unknown migration \(stranger)")
        case .reordered: throw DatabaseError(.newer, detail: "migrations reordered")
        }
        let pending = migrations.enumerated().dropFirst(taken.count)
        if let contraction = pending.first(where: { !Migration.isExpansion($0.element.name) }), try !isAlone() {
            throw DatabaseError(.olderNodes, detail: "they cannot go on with migration \(contraction.element.name)")
        }
        for (position, migration) in pending {
            try transact { transaction in
                try migration.body(transaction)
                try transaction.run(
                    "INSERT INTO migrations (position, name) VALUES ($1, $2)",
                    .integer(position), .text(migration.name))
            }
        }
        return []
    }
}
