import Foundation
import GRDB

extension SQLiteConnection {
    /// The purpose of a connection.
    enum Purpose {
        case writer, reader, checkpointer
    }

    /// Opens a connection to the configured storage, set up for its purpose.
    /// - Throws: ``DatabaseError``.
    static func open(_ configuration: DatabaseConfiguration, for purpose: Purpose) throws -> SQLiteConnection {
        var settings = Configuration()
        settings.foreignKeysEnabled = true
        settings.busyMode = .timeout(Double(SQLiteConnection.busyWait) / 1_000)
        settings.readonly = purpose == .reader
        // Transactions are framed by our own statements, so GRDB must not insist on closing them.
        settings.allowsUnsafeTransactions = true
        settings.label = "NexusDatabase"
        settings.prepareDatabase { database in
            // First: an image undoes the pragmas before it.
            if case .memoryCopy(let image) = configuration.storage { try image.fill(database.sqliteConnection) }
            for pragma in pragmas(configuration, for: purpose) { try database.execute(sql: "PRAGMA \(pragma)") }
        }
        do {
            switch configuration.storage {
            case .postgres:
                throw DatabaseError(.invalidStatement, detail: "PostgreSQL is not opened as SQLite")
            case .memory, .memoryCopy:
                return try SQLiteConnection(queue: DatabaseQueue(configuration: settings))
            case .file(let path):
                let connection = try SQLiteConnection(queue: DatabaseQueue(path: path, configuration: settings))
                guard try connection.usesLog() else {
                    throw DatabaseError(.unavailable, detail: "this file system has no shared memory for the log")
                }
                return connection
            }
        } catch {
            throw DatabaseError(opening: error)
        }
    }

    private static func pragmas(_ configuration: DatabaseConfiguration, for purpose: Purpose) -> [String] {
        let isFile = if case .file = configuration.storage { true } else { false }
        // The file is not mapped into memory, which each reader would undo after each commit (decision 0033).
        var pragmas = [
            "trusted_schema = OFF",
            "temp_store = MEMORY",
            "cache_size = -\(purpose == .writer ? configuration.cacheKibibytes : configuration.cacheKibibytes / 4)",
        ]
        guard purpose != .reader else { return pragmas }
        // Deleted texts are overwritten, also in pages that become free: with FAST half of them could still be found in the file.
        pragmas.append("secure_delete = ON")
        if isFile {
            pragmas += [
                "page_size = 4096",
                "journal_mode = WAL",
                // Each commit waits for the disk: acknowledged means durable.
                "synchronous = FULL",
                "journal_size_limit = \(configuration.logBytesLimit)",
            ]
            // The checkpointer, if there is one, decides when the log is copied; commits never do.
            if case .threads = configuration.execution { pragmas.append("wal_autocheckpoint = 0") }
        }
        if let limit = configuration.pageLimit {
            pragmas.append("max_page_count = \(max(1, limit - configuration.reservedPages))")
        }
        return pragmas
    }
}
