import GRDBSQLite

/// How an image comes from a connection, and into one (https://sqlite.org/c3ref/serialize.html).
extension DatabaseImage {
    /// - Throws: ``DatabaseError``.
    init(of connection: OpaquePointer) throws {
        var size: sqlite3_int64 = 0
        guard let pages = sqlite3_serialize(connection, "main", &size, 0) else {
            throw DatabaseError(sqlite: SQLITE_NOMEM, on: connection)
        }
        defer { sqlite3_free(pages) }
        self.init(bytes: Array(UnsafeRawBufferPointer(start: pages, count: Int(size))))
    }

    /// Replaces what an open connection to memory holds.
    /// - Throws: ``DatabaseError``.
    func fill(_ connection: OpaquePointer?) throws {
        let size = sqlite3_int64(bytes.count)
        guard let connection, let pages = sqlite3_malloc64(sqlite3_uint64(size)) else {
            throw DatabaseError(.unavailable, detail: "no memory for a copy of a database")
        }
        pages.copyMemory(from: bytes, byteCount: bytes.count)
        // SQLite frees the pages, also when it fails.
        let code = sqlite3_deserialize(
            connection, "main", pages.assumingMemoryBound(to: UInt8.self), size, size,
            UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE))
        guard code == SQLITE_OK else { throw DatabaseError(sqlite: code, on: connection) }
    }
}
