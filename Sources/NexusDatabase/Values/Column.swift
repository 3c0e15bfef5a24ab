import GRDBSQLite

/// A column of a row. Numbers, texts and bytes read null as 0, "" and no bytes; their optionals read it as nil.
public struct Column {
    /// As in ``Row``.
    @usableFromInline let source: OpaquePointer
    @usableFromInline let line: Int32
    @usableFromInline let index: Int32

    @inlinable
    init(source: OpaquePointer, line: Int32, index: Int32) {
        self.source = source
        self.line = line
        self.index = index
    }

    @inlinable var isSQLite: Bool { line < 0 }

    /// The same column for PostgreSQL.
    @usableFromInline var postgres: PostgresColumn { PostgresColumn(result: source, line: line, index: index) }

    @inlinable
    public var isNull: Bool { isSQLite ? sqlite3_column_type(source, index) == SQLITE_NULL : postgres.isNull }

    @inlinable
    public var int64: Int64 { isSQLite ? sqlite3_column_int64(source, index) : postgres.int64 }

    @inlinable
    public var real: Double { isSQLite ? sqlite3_column_double(source, index) : postgres.real }

    public var text: String {
        guard isSQLite else { return postgres.text }
        guard let start = sqlite3_column_text(source, index) else { return "" }
        let count = Int(sqlite3_column_bytes(source, index))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    public var blob: [UInt8] { withBytes { [UInt8]($0) } }

    /// A 128-bit identifier from 16 big-endian bytes, high half first.
    /// - Throws: ``DatabaseError`` (`database_corrupt`) when the column does not hold 16 bytes.
    @inlinable
    public func id() throws -> (UInt64, UInt64) {
        try withBytes { bytes in
            guard bytes.count == 16 else { throw DatabaseError(.corrupt, detail: "an identifier is not 16 bytes long") }
            return (
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// Gives the bytes of a text (UTF-8) or blob column without copying them; they are gone when `body` returns.
    @inlinable
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        guard isSQLite else { return try body(postgres.bytes) }
        let start = sqlite3_column_blob(source, index)
        return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(source, index))))
    }
}

/// A value that a column holds.
public protocol ColumnValue {
    /// - Throws: ``DatabaseError`` (`database_corrupt`) if the column does not hold such a value.
    init(_ column: Column) throws
}

extension Int64: ColumnValue {
    @inlinable
    public init(_ column: Column) { self = column.int64 }
}

extension Int: ColumnValue {
    @inlinable
    public init(_ column: Column) { self.init(truncatingIfNeeded: column.int64) }
}

/// True for every number but 0.
extension Bool: ColumnValue {
    @inlinable
    public init(_ column: Column) { self = column.int64 != 0 }
}

extension Double: ColumnValue {
    @inlinable
    public init(_ column: Column) { self = column.real }
}

extension String: ColumnValue {
    public init(_ column: Column) { self = column.text }
}

extension [UInt8]: ColumnValue {
    public init(_ column: Column) { self = column.blob }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    @inlinable
    public init(_ column: Column) throws { self = column.isNull ? nil : try Wrapped(column) }
}
