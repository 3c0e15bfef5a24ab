import GRDBSQLite

/// A statement's current row, read by column index from zero. Valid only inside the closure it was given to.
///
/// The non-optional accessors read null as 0, "" or no bytes: use the optional ones where a column may be null.
public struct Row {
    @usableFromInline let statement: OpaquePointer

    @inlinable
    public func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(statement, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
    }

    @inlinable
    public func int64(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(truncatingIfNeeded: column)) }

    @inlinable
    public func int(_ column: Int) -> Int { Int(truncatingIfNeeded: int64(column)) }

    @inlinable
    public func flag(_ column: Int) -> Bool { int64(column) != 0 }

    @inlinable
    public func real(_ column: Int) -> Double { sqlite3_column_double(statement, Int32(truncatingIfNeeded: column)) }

    public func text(_ column: Int) -> String {
        let index = Int32(truncatingIfNeeded: column)
        guard let start = sqlite3_column_text(statement, index) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    public func blob(_ column: Int) -> [UInt8] { withBytes(column) { [UInt8]($0) } }

    /// A 128-bit identifier from 16 big-endian bytes, high half first.
    /// - Throws: ``DatabaseError`` (`database_corrupt`) when the column does not hold 16 bytes.
    @inlinable
    public func id(_ column: Int) throws -> (UInt64, UInt64) {
        try withBytes(column) { bytes in
            guard bytes.count == 16 else { throw DatabaseError(.corrupt, detail: "an identifier is not 16 bytes long") }
            return (
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// Gives the bytes of a text (UTF-8) or blob column without copying them; they are gone when `body` returns.
    @inlinable
    public func withBytes<Result>(
        _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let index = Int32(truncatingIfNeeded: column)
        let start = sqlite3_column_blob(statement, index)
        return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
    }
}

extension Row {
    @inlinable
    public func optionalInt64(_ column: Int) -> Int64? { isNull(column) ? nil : int64(column) }

    @inlinable
    public func optionalReal(_ column: Int) -> Double? { isNull(column) ? nil : real(column) }

    public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    public func optionalBlob(_ column: Int) -> [UInt8]? { isNull(column) ? nil : blob(column) }

    /// As ``id(_:)``, or nil where the column is null.
    @inlinable
    public func optionalID(_ column: Int) throws -> (UInt64, UInt64)? { isNull(column) ? nil : try id(column) }
}
