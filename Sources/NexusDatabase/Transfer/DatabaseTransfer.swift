/// Brings all rows of a database into one of another engine with the same schema, in the order of their keys, so that what was interrupted goes on
/// behind the last row that arrived. Nothing else may write either of them meanwhile.
public struct DatabaseTransfer: Sendable {
    /// Rows in one transaction.
    private static let pageSize = 500
    private let source: SQLDatabase
    private let target: SQLDatabase
    private let tables: [StoredTable]

    /// Opens both. One of them is on SQLite, which describes the tables; the target is new, or one whose transfer was interrupted.
    ///
    /// - Parameters:
    ///   - derived: tables that are left as the migrations made them.
    ///   - mayEmpty: refuses, by an error, a target whose rows are somebody's; otherwise they are deleted before the first transfer.
    /// - Throws: ``DatabaseError``, or what `mayEmpty` throws.
    public init(
        from source: DatabaseConfiguration, to target: DatabaseConfiguration, migrations: [Migration],
        leaving derived: Set<String>, mayEmpty: @escaping @Sendable (Reader) throws -> Void
    ) async throws {
        self.source = try SQLDatabase(source, migrations: migrations)
        do {
            guard self.source.expansions.isEmpty else {
                throw DatabaseError(
                    .newer, detail: "a newer version has added to the schema: transfer it with that one")
            }
            let described = source.isPostgres ? nil : try await Self.tables(in: self.source, leaving: derived)
            let mark = Migration(Migration.unfinishedTransfer) { transaction in
                try mayEmpty(transaction)
                let tables = try described ?? StoredTable.all(in: transaction).filter { !derived.contains($0.name) }
                for table in tables.reversed() { try table.removeAll(in: transaction) }
            }
            self.target = try SQLDatabase(target, migrations: migrations + [mark])
            tables = if let described { described } else { try await Self.tables(in: self.target, leaving: derived) }
        } catch {
            try? await self.source.close()
            throw error
        }
    }

    private static func tables(in database: SQLDatabase, leaving derived: Set<String>) async throws -> [StoredTable] {
        try await database.read { try StoredTable.all(in: $0) }.filter { !derived.contains($0.name) }
    }

    /// Copies what the target does not have yet.
    /// - Parameter progress: told the table, and how many of its rows have been brought so far.
    /// - Throws: ``DatabaseError``, or `CancellationError`; what has arrived stays.
    public func copy(_ progress: @Sendable (_ table: String, _ rows: Int) -> Void) async throws {
        for table in tables {
            var count = 0
            var last = table.key.isEmpty ? nil : try await target.read { try table.lastKey(in: $0) }
            while true {
                let after = last
                let page = try await source.read { try table.page(after: after, limit: Self.pageSize, in: $0) }
                if page.isEmpty { break }
                try await target.write { transaction in
                    if table.key.isEmpty { try table.removeAll(in: transaction) }
                    for row in page { try table.insert(row, in: transaction) }
                }
                count += page.count
                progress(table.name, count)
                guard !table.key.isEmpty, let row = page.last else { break }
                last = table.key(of: row)
            }
        }
        try await target.write { try PostgresIdentities.goOn(in: $0) }
    }

    /// Compares every column of every row of both.
    /// - Returns: how many rows each table has.
    /// - Throws: ``Difference``, ``DatabaseError``, or `CancellationError`.
    public func compare(_ progress: @Sendable (_ table: String, _ rows: Int) -> Void) async throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for table in tables {
            var count = 0
            var last: [SQLValue]?
            repeat {
                let after = last
                let page: @Sendable (Reader) throws -> [[SQLValue]] = {
                    try table.page(after: after, limit: Self.pageSize, in: $0)
                }
                let (here, there) = (try await source.read(page), try await target.read(page))
                if let place = zip(here, there).enumerated().first(where: { $1.0 != $1.1 })?.offset {
                    throw Difference(table: table.name, row: count + place + 1)
                }
                guard here.count == there.count else {
                    throw Difference(table: table.name, row: count + min(here.count, there.count) + 1)
                }
                count += here.count
                last = table.key.isEmpty ? nil : here.last.map(table.key(of:))
                progress(table.name, count)
            } while last != nil
            counts[table.name] = count
        }
        return counts
    }

    /// Ends the transfer: from now on a server may open the target.
    /// - Parameter finishing: what else is written with it.
    /// - Throws: ``DatabaseError``, or what `finishing` throws.
    public func finish(_ finishing: @escaping @Sendable (Transaction) throws -> Void) async throws {
        try await target.write { transaction in
            try finishing(transaction)
            try transaction.run("DELETE FROM migrations WHERE name = $1", .text(Migration.unfinishedTransfer))
        }
    }

    /// Closes both.
    public func close() async throws {
        try await target.close()
        try await source.close()
    }

    /// The first row that is not the same in both.
    public struct Difference: Error, Equatable {
        public let table: String
        /// Its number in the order of the key, from 1.
        public let row: Int
    }
}
