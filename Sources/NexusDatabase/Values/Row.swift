import CPostgres
import GRDBSQLite

/// A statement's current row, read column by column in the order of the SELECT. Valid only inside the closure it was given to.
///
/// ```swift
/// reader.all("SELECT id, name, suspended_at FROM users") { row in
///     Account(id: try row.next(), name: try row.next(), suspendedAt: try row.next())
/// }
/// ```
///
/// A copy reads on from where the row is.
public struct Row {
    /// SQLite's statement, or PostgreSQL's result.
    @usableFromInline let source: OpaquePointer
    /// The row of PostgreSQL's result; negative for SQLite, whose statement has one row at a time.
    @usableFromInline let line: Int32
    @usableFromInline let count: Int32
    @usableFromInline var column: Int32 = 0

    init(sqlite statement: OpaquePointer) {
        source = statement
        line = -1
        count = sqlite3_column_count(statement)
    }

    init(postgres result: OpaquePointer, line: Int32) {
        source = result
        self.line = line
        count = PQnfields(result)
    }

    /// Whether there is another column.
    @inlinable
    public var hasNext: Bool { column < count }

    /// The next column.
    /// - Throws: ``DatabaseError`` (`database_corrupt`) if it does not hold such a value, the column is then behind the cursor; or if
    ///   the statement has no more columns.
    @inlinable
    public mutating func next<Value: ColumnValue>(_: Value.Type = Value.self) throws -> Value {
        guard hasNext else { throw DatabaseError(.corrupt, detail: "a row has no column \(column + 1)") }
        defer { column += 1 }
        return try Value(Column(source: source, line: line, index: column))
    }

    /// Moves past columns.
    @inlinable
    public mutating func skip(_ count: Int = 1) { column += Int32(truncatingIfNeeded: count) }
}
