import GRDB
import GRDBSQLite

/// One connection: GRDB opens, configures and serializes it; statements use SQLite's own interface.
///
/// `@unchecked Sendable`: everything but ``perform(_:)``, ``close()``, ``logBytes`` and ``mustErase`` is used only inside
/// `perform`, which admits one caller at a time; those two only by the committing thread.
final class SQLiteConnection: EngineConnection, @unchecked Sendable {
    var dialect: Dialect { .sqlite }
    var mustRepeat: Bool { false }

    private let queue: DatabaseQueue
    private let handle: OpaquePointer
    private var cache = StatementCache<SQLiteStatement>()
    private var arena = BindArena()

    /// True when a statement has changed something since the caller last cleared it.
    var hasWritten = false
    /// Set when SQLite met an error after which it may have given up the whole transaction: nothing more runs until the
    /// caller has rolled back and cleared it, or statements would commit one by one.
    var failure: DatabaseError?

    init(queue: DatabaseQueue) throws {
        self.queue = queue
        guard let handle = queue.inDatabase(\.sqliteConnection) else {
            throw DatabaseError(.unavailable, detail: "no connection")
        }
        self.handle = handle
        // With its authorizer GRDB notes what each statement reads and writes, whenever one is prepared, for observers that are not used here.
        sqlite3_set_authorizer(handle, nil, nil)
    }

    /// The size of the write-ahead log in use, in bytes, as of the last commit; zero unless ``watchLog()`` was called.
    private(set) var logBytes: Int64 = 0
    /// Whether there is a write-ahead log: commits to it need not all wait for the disk.
    private var logsCommits = false

    /// Set by a transaction after which the log must be erased; cleared by the writer.
    var mustErase = false

    /// The thread that carries out transactions on this connection now.
    let writing = ThreadMark()

    func exclusively<T>(_ body: () throws -> T) rethrows -> T { try queue.inDatabase { _ in try body() } }

    /// Runs `body` with the connection to itself.
    func perform<T>(_ body: (OpaquePointer) throws -> T) rethrows -> T {
        try queue.inDatabase { _ in try body(handle) }
    }

    /// Closes the connection; nothing may use it afterwards.
    func close() throws {
        queue.inDatabase { _ in cache.removeAll() }
        do { try queue.close() } catch { throw DatabaseError(opening: error) }
    }

    /// True inside BEGIN … COMMIT.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func run(_ sql: SQL, _ values: [SQLValue]) throws { _ = try count(sql, values) }

    func count(_ sql: SQL, _ values: [SQLValue]) throws -> Int {
        try execute(sql, values, mayWrite: true) { statement in
            while true {
                let code = sqlite3_step(statement.handle)
                if code == SQLITE_DONE { break }
                if code != SQLITE_ROW { throw failed(code) }
            }
            return statement.writes && !statement.changesSchema ? Int(sqlite3_changes(handle)) : 0
        }
    }

    /// Gives each row to `body` until it returns false.
    func rows(_ sql: SQL, _ values: [SQLValue], mayWrite: Bool, body: (inout Row) throws -> Bool) throws {
        try execute(sql, values, mayWrite: mayWrite) { statement in
            let first = Row(sqlite: statement.handle)
            while true {
                let code = sqlite3_step(statement.handle)
                if code == SQLITE_ROW {
                    var row = first
                    if try !body(&row) { return }
                } else if code == SQLITE_DONE {
                    return
                } else {
                    throw failed(code)
                }
            }
        }
    }

    private func execute<T>(
        _ sql: SQL, _ values: [SQLValue], mayWrite: Bool, step: (SQLiteStatement) throws -> T
    ) throws -> T {
        if let failure { throw failure }
        var statement = try cache.statement(for: sql) { try SQLiteStatement($0, on: handle, lasting: true) }
        if statement.isRunning { statement = try SQLiteStatement(sql.text, on: handle, lasting: false) }
        if statement.writes, !mayWrite { throw DatabaseError(.invalidStatement, detail: "a read must not write") }
        let mark = arena.used
        defer { arena.used = mark }
        try statement.bind(values, in: &arena)
        statement.isRunning = true
        let changesBefore = statement.writes ? sqlite3_total_changes64(handle) : 0
        defer {
            sqlite3_reset(statement.handle)
            statement.isRunning = false
            if statement.writes, !hasWritten {
                hasWritten = statement.changesSchema || sqlite3_total_changes64(handle) != changesBefore
            }
        }
        return try step(statement)
    }

    private func failed(_ code: Int32) -> DatabaseError {
        let error = DatabaseError(sqlite: code, on: handle)
        switch code & 0xFF {
        case SQLITE_CONSTRAINT, SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_TOOBIG, SQLITE_AUTH, SQLITE_MISUSE,
            SQLITE_LOCKED:
            break
        default:
            failure = error
        }
        return error
    }

    /// Runs the statements of `text`, which take no parameters, in order.
    func script(_ text: String) throws {
        if let failure { throw failure }
        hasWritten = true
        let code = sqlite3_exec(handle, text, nil, nil, nil)
        guard code == SQLITE_OK else { throw failed(code) }
    }
}

/// The statements that frame transactions.
extension SQLiteConnection {
    /// Whether commits wait for the disk. Only between transactions. Where it cannot be set they do.
    func setDurable(_ isDurable: Bool) {
        guard logsCommits else { return }
        sqlite3_exec(handle, isDurable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL", nil, nil, nil)
    }

    func beginWriting(isRepeated: Bool) throws { try run("BEGIN IMMEDIATE", []) }
    func beginReading() throws { try run("BEGIN DEFERRED", []) }
    func commit() throws { try run("COMMIT", []) }
    func savepoint() throws { try run("SAVEPOINT one", []) }
    func releaseSavepoint() throws { try run("RELEASE one", []) }
    func rollBackToSavepoint() throws { try run("ROLLBACK TO one", []) }

    /// Rolls the transaction back, unless SQLite has, and makes the connection usable again.
    func rollBack() {
        failure = nil
        // The only possible error is that there is no transaction, which is the goal.
        if isInTransaction { try? run("ROLLBACK", []) }
        failure = nil
    }
}

/// The size of the file.
extension SQLiteConnection {
    /// Sets the maximum of pages. A file that has more already keeps its size.
    func setPageLimit(_ pages: Int) {
        _ = sqlite3_exec(handle, "PRAGMA max_page_count = \(max(1, pages))", nil, nil, nil)
    }
}

/// The write-ahead log.
extension SQLiteConnection {
    /// Keeps ``logBytes`` current: SQLite reports the log's length after each commit.
    func watchLog() {
        logsCommits = true
        perform { handle in
            _ = sqlite3_wal_hook(
                handle,
                { context, _, _, frames in
                    if let context {
                        Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue().logFrames(frames)
                    }
                    return SQLITE_OK
                }, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    /// Whether SQLite uses a write-ahead log; some file systems cannot.
    func usesLog() throws -> Bool {
        var mode = ""
        try perform { _ in
            try rows("PRAGMA journal_mode", [], mayWrite: true) { row in
                mode = try row.next()
                return false
            }
        }
        return mode == "wal"
    }

    private func logFrames(_ count: Int32) {
        // A frame is a page of 4096 bytes and its header.
        logBytes = Int64(count) * (4096 + 24)
    }

    /// Copies the log into the file as far as readers and writers allow, without waiting.
    /// - Returns: true if all of it was copied, so that the next commit restarts the log.
    func checkpoint() throws -> Bool {
        try perform { handle in
            var frames: Int32 = 0
            var copied: Int32 = 0
            let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, &frames, &copied)
            if code & 0xFF == SQLITE_BUSY { return false }
            guard code == SQLITE_OK else { throw DatabaseError(sqlite: code, on: handle) }
            return frames == copied
        }
    }

    /// Copies all of the log into the file and truncates it, so that it keeps no earlier states.
    /// - Returns: false if a reader or another writer blocked it for longer than ``eraseWait``.
    func truncateLog() throws -> Bool {
        try perform { handle in
            // No commit can run while this waits for readers: so it gives up soon, and is retried.
            sqlite3_busy_timeout(handle, SQLiteConnection.eraseWait)
            defer { sqlite3_busy_timeout(handle, SQLiteConnection.busyWait) }
            let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
            if code & 0xFF == SQLITE_BUSY { return false }
            guard code == SQLITE_OK else { throw DatabaseError(sqlite: code, on: handle) }
            return true
        }
    }

    /// Milliseconds that a statement waits for a lock.
    static let busyWait: Int32 = 10_000
    /// Milliseconds that truncating the log waits for readers.
    static let eraseWait: Int32 = 20
}
