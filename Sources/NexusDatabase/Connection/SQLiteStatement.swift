import GRDBSQLite

/// A prepared statement and its properties for running it.
final class SQLiteStatement {
    let handle: OpaquePointer
    /// False for statements that cannot change the database.
    let writes: Bool
    /// True for statements that change the database without counting rows: a schema's.
    let changesSchema: Bool
    /// SQLite's index of parameter `$1`, `$2`…, when that is not simply 1, 2…: SQLite counts `$n` as names, by first
    /// appearance.
    private let indexes: [Int32]?
    private let parameterCount: Int
    /// True while it runs; the same text run inside its own rows needs a statement of its own.
    var isRunning = false

    private static let bytesStay: sqlite3_destructor_type? = nil
    private static let bytesGo = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ text: String, on connection: OpaquePointer, lasting: Bool) throws {
        var handle: OpaquePointer?
        var hasMore = false
        let code = text.withCString { start -> Int32 in
            var tail: UnsafePointer<CChar>?
            let flags = lasting ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
            let code = sqlite3_prepare_v3(connection, start, -1, flags, &handle, &tail)
            hasMore = tail.map { $0.pointee != 0 } ?? false
            return code
        }
        guard code == SQLITE_OK else { throw DatabaseError(sqlite: code, on: connection) }
        guard let handle else { throw DatabaseError(.invalidStatement, detail: "an empty statement") }
        do {
            if hasMore { throw DatabaseError(.invalidStatement, detail: "text after the end of a statement") }
            let order = try Self.parameterOrder(of: handle)
            parameterCount = order.count
            indexes = order == Array(1...Int32(order.count + 1)).dropLast() ? nil : order
        } catch {
            sqlite3_finalize(handle)
            throw error
        }
        self.handle = handle
        writes = sqlite3_stmt_readonly(handle) == 0
        let verb = text.drop { $0.isWhitespace }.prefix { $0.isLetter }.uppercased()
        changesSchema = writes && ["CREATE", "ALTER", "DROP", "REINDEX", "ANALYZE", "PRAGMA"].contains(verb)
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// SQLite's index of each parameter, by number.
    private static func parameterOrder(of handle: OpaquePointer) throws -> [Int32] {
        let count = sqlite3_bind_parameter_count(handle)
        var order = [Int32](repeating: 0, count: Int(count))
        for index in 0..<count {
            guard let name = sqlite3_bind_parameter_name(handle, index + 1).map({ String(cString: $0) }),
                name.first == "$", let number = Int(name.dropFirst()), (1...order.count).contains(number)
            else { throw DatabaseError(.invalidStatement, detail: "parameters must be $1, $2… without a gap") }
            order[number - 1] = index + 1
        }
        return order
    }

    /// Binds one value to each parameter. The bytes of texts and blobs lie in `arena` until the caller resets.
    func bind(_ values: [SQLValue], in arena: inout BindArena) throws {
        guard values.count == parameterCount else {
            throw DatabaseError(
                .invalidStatement, detail: "\(values.count) values for \(parameterCount) parameters")
        }
        for position in values.indices {
            let code = bind(values[position], at: indexes?[position] ?? Int32(position + 1), in: &arena)
            guard code == SQLITE_OK else { throw DatabaseError(sqlite: code, on: sqlite3_db_handle(handle)) }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32, in arena: inout BindArena) -> Int32 {
        switch value {
        case .null:
            return sqlite3_bind_null(handle, index)
        case .integer(let number):
            return sqlite3_bind_int64(handle, index, number)
        case .real(let number):
            return sqlite3_bind_double(handle, index, number)
        case .text(var text):
            return text.withUTF8 { bindText(UnsafeRawBufferPointer($0), at: index, in: &arena) }
        case .blob(let bytes):
            return bytes.withUnsafeBytes { bindBlob($0, at: index, in: &arena) }
        case .id(let high, let low):
            return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bindBlob($0, at: index, in: &arena) }
        }
    }

    private func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int32, in arena: inout BindArena) -> Int32 {
        let kept = arena.copy(bytes)
        guard let start = kept ?? bytes.baseAddress else {
            return sqlite3_bind_text(handle, index, "", 0, Self.bytesGo)
        }
        return sqlite3_bind_text64(
            handle, index, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
            kept == nil ? Self.bytesGo : Self.bytesStay, UInt8(SQLITE_UTF8))
    }

    private func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int32, in arena: inout BindArena) -> Int32 {
        let kept = arena.copy(bytes)
        // A null pointer would bind null.
        guard let start = kept ?? bytes.baseAddress else { return sqlite3_bind_zeroblob(handle, index, 0) }
        return sqlite3_bind_blob64(
            handle, index, start, UInt64(bytes.count), kept == nil ? Self.bytesGo : Self.bytesStay)
    }
}
