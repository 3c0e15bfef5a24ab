import GRDBSQLite

/// A database that is only read: one that a server may have open at the same time, or a copy. Its schema is left as it is.
public final class StoredDatabase: Sendable {
    private let connection: any EngineConnection

    /// - Parameter configuration: of an existing file, beside which `-wal` and `-shm` may be created, or of a PostgreSQL database.
    /// - Throws: ``DatabaseError``.
    public init(_ configuration: DatabaseConfiguration) throws {
        connection =
            if case .postgres(let address) = configuration.storage {
                try PostgresConnection(reading: address)
            } else {
                try SQLiteConnection.open(configuration, for: .reader)
            }
    }

    /// - Parameter path: an existing file; `-wal` and `-shm` may be created beside it.
    /// - Throws: ``DatabaseError``.
    public convenience init(path: String) throws {
        try self.init(DatabaseConfiguration(storage: .file(path)))
    }

    /// Reads one snapshot: all statements of `body` see the same committed state. Blocks.
    ///
    /// - Throws: What `body` throws, or ``DatabaseError``.
    public func read<T>(_ body: (Reader) throws -> T) throws -> T {
        try connection.exclusively {
            // Ending a snapshot cannot fail in a way that matters: nothing was written.
            defer { connection.rollBack() }
            try connection.beginReading()
            return try body(Reader(connection: connection))
        }
    }

    /// Checks the structure of a file: pages, order of rows, and with `isThorough` that each index has exactly the rows of its table
    /// (`quick_check` and `integrity_check`, https://sqlite.org/pragma.html). Of PostgreSQL's files this knows nothing.
    ///
    /// - Parameter step: called every few milliseconds; an error from it ends the check.
    /// - Returns: what SQLite found, at most 100 lines; empty if nothing is wrong.
    /// - Throws: ``DatabaseError``, if it cannot be read at all, or what `step` throws.
    public func damage(isThorough: Bool = false, step: () throws -> Void = {}) throws -> [String] {
        guard let connection = connection as? SQLiteConnection else { return [] }
        return try withoutActuallyEscaping(step) { step in
            let progress = CheckProgress(step)
            connection.perform { handle in
                sqlite3_progress_handler(
                    handle, CheckProgress.instructions,
                    { context in
                        guard let context else { return 0 }
                        return Unmanaged<CheckProgress>.fromOpaque(context).takeUnretainedValue().goesOn() ? 0 : 1
                    }, Unmanaged.passUnretained(progress).toOpaque())
            }
            defer { connection.perform { sqlite3_progress_handler($0, 0, nil, nil) } }
            do {
                let lines = try read { reader in
                    isThorough
                        ? try reader.all("PRAGMA integrity_check(100)") { try $0.next(String.self) }
                        : try reader.all("PRAGMA quick_check(100)") { try $0.next(String.self) }
                }
                return lines == ["ok"] ? [] : lines
            } catch {
                throw progress.failure ?? error
            }
        }
    }

    /// How the schema compares with the one of a program; `behind` with all steps for a database that is no server's.
    ///
    /// - Throws: ``DatabaseError``.
    public func schema(for migrations: [Migration]) throws -> SchemaState {
        SchemaState(try self.migrations(), for: migrations)
    }

    /// The names of the migrations that the schema has, in order; empty for a database that is no server's.
    ///
    /// - Throws: ``DatabaseError``.
    public func migrations() throws -> [String] {
        try read { reader in
            let catalogue: SQL =
                switch connection.dialect.engine {
                case .sqlite: "SELECT 1 FROM sqlite_schema WHERE name = 'migrations'"
                case .postgres: "SELECT 1 FROM pg_class WHERE oid = to_regclass('migrations')"
                }
            guard try reader.first(catalogue, body: { _ in true }) != nil else { return [] }
            return try reader.all("SELECT name FROM migrations ORDER BY position") { try $0.next() }
        }
    }

    /// Closes it; nothing may use it afterwards.
    public func close() { try? connection.close() }
}

/// Asks between instructions of a long statement whether it goes on. Used by the thread of the statement alone.
private final class CheckProgress {
    /// Instructions of SQLite's machine between two questions.
    static let instructions: Int32 = 100_000

    private let step: () throws -> Void
    private(set) var failure: (any Error)?

    init(_ step: @escaping () throws -> Void) { self.step = step }

    func goesOn() -> Bool {
        do { try step() } catch { failure = error }
        return failure == nil
    }
}
