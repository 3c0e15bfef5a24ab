import Synchronization

/// A copy of a PostgreSQL database as a file of SQLite, of one snapshot, while servers write.
public enum PostgresSnapshot {
    /// Rows in one transaction, and between two steps.
    private static let pageSize = 500

    /// Copies the state of one moment. Blocks until the copy is complete; commits do not wait for it, but PostgreSQL keeps what they replace.
    ///
    /// - Parameters:
    ///   - source: a database that has exactly these migrations.
    ///   - target: a file that does not exist. It is not flushed to the disk, and may be left incomplete by an error.
    ///   - derived: tables that are left as the migrations made them.
    ///   - step: called between pages of rows; an error from it ends the copy.
    ///   - finishing: what else is written into the copy, at its end.
    /// - Throws: ``DatabaseError``: `database_newer` for another schema, `constraint` for a row that SQLite does not take; or what `step` throws.
    public static func make(
        from source: PostgresAddress, to target: String, migrations: [Migration], leaving derived: Set<String>,
        step: () throws -> Void = {}, finishing: @escaping @Sendable (Transaction) throws -> Void = { _ in }
    ) throws {
        let origin = try StoredDatabase(DatabaseConfiguration(storage: .postgres(source)))
        defer { origin.close() }
        // What a newer program has added would be missing in the copy.
        guard try origin.schema(for: migrations) == .behind(0) else {
            throw DatabaseError(.newer, detail: "the schema is not this program's: start its server once, or update")
        }
        let copy = try SQLDatabase(
            DatabaseConfiguration(storage: .file(target), execution: .inline), migrations: migrations)
        let result = Result {
            try fill(copy, from: origin, leaving: derived, step: step)
            try write(copy, finishing)
        }
        try copy.closeInline()
        try result.get()
    }

    private static func fill(
        _ copy: SQLDatabase, from origin: StoredDatabase, leaving derived: Set<String>, step: () throws -> Void
    ) throws {
        let tables = try write(copy) { transaction in
            let tables = try StoredTable.all(in: transaction).filter { !derived.contains($0.name) }
            // Rows that migrations make are in the source too.
            for table in tables.reversed() { try table.removeAll(in: transaction) }
            return tables
        }
        try origin.read { reader in
            for table in tables {
                var last: [SQLValue]?
                repeat {
                    try step()
                    let page = try table.page(after: last, limit: pageSize, in: reader)
                    try write(copy) { transaction in
                        for row in page { try table.insert(row, in: transaction) }
                    }
                    last = table.key.isEmpty ? nil : page.last.map(table.key(of:))
                } while last != nil
            }
        }
    }

    /// A transaction that does not wait for the disk.
    private static func write<T: Sendable>(
        _ copy: SQLDatabase, _ body: @escaping @Sendable (Transaction) throws -> T
    ) throws -> T {
        let result = Mutex<Result<T, any Error>?>(nil)
        copy.submitInBackground(body) { outcome in result.withLock { $0 = outcome } }
        guard let outcome = result.withLock(\.self) else {
            throw DatabaseError(.unavailable, detail: "an inline transaction did not complete at once")
        }
        return try outcome.get()
    }
}
