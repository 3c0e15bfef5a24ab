import Foundation
import GRDB
import GRDBSQLite

/// Copies a database into a file with SQLite's online backup (https://sqlite.org/backup.html), while this and other processes write it.
public enum DatabaseCopy {
    /// Pages of one step.
    private static let stepPages: Int32 = 1_024

    /// Copies the state that the last commit left. Blocks until the copy is complete; commits do not wait for it.
    ///
    /// The whole copy is one snapshot: while it is made the write-ahead log is not restarted, and grows with what is written.
    ///
    /// - Parameters:
    ///   - source: the database's file.
    ///   - target: a file that does not exist. It is not flushed to the disk, and may be left incomplete by an error.
    ///   - step: called between steps of 4 MiB; an error from it ends the copy.
    /// - Throws: ``DatabaseError``, or what `step` throws.
    public static func make(from source: String, to target: String, step: () throws -> Void = {}) throws {
        let origin = try SQLiteConnection.open(DatabaseConfiguration(storage: .file(source)), for: .reader)
        let copy = try blank(at: target)
        do {
            try copy.perform { target in
                try origin.perform { source in
                    // Without a transaction that lasts, a commit between two steps would begin the copy again.
                    try origin.beginReading()
                    defer { origin.rollBack() }
                    try origin.rows("SELECT COUNT(*) FROM sqlite_schema", [], mayWrite: false) { _ in false }
                    try run(from: source, to: target, step: step)
                }
            }
        } catch {
            try? copy.close()
            try? origin.close()
            throw error
        }
        try copy.close()
        try origin.close()
    }

    private static func run(from source: OpaquePointer, to target: OpaquePointer, step: () throws -> Void) throws {
        guard let backup = sqlite3_backup_init(target, "main", source, "main") else {
            throw DatabaseError(sqlite: sqlite3_errcode(target), on: target)
        }
        var code = SQLITE_OK
        do {
            while code == SQLITE_OK {
                code = sqlite3_backup_step(backup, stepPages)
                try step()
            }
        } catch {
            sqlite3_backup_finish(backup)
            throw error
        }
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else {
            throw DatabaseError(sqlite: end == SQLITE_OK ? code : end, on: target)
        }
    }

    /// A connection to a new file, which needs no journal: an incomplete copy is thrown away.
    private static func blank(at path: String) throws -> SQLiteConnection {
        var settings = Configuration()
        settings.label = "NexusDatabase copy"
        settings.allowsUnsafeTransactions = true
        settings.prepareDatabase { database in
            for pragma in ["page_size = 4096", "journal_mode = OFF", "synchronous = OFF"] {
                try database.execute(sql: "PRAGMA \(pragma)")
            }
        }
        do {
            return try SQLiteConnection(queue: DatabaseQueue(path: path, configuration: settings))
        } catch {
            throw DatabaseError(opening: error)
        }
    }
}
