import Foundation
import NexusCore
import NexusDatabase

/// What is backed up: a server's data folder, and its media elsewhere, whether a server runs on it or not.
public struct BackupSource: Sendable {
    /// The data folder.
    public var folder: String
    /// The PostgreSQL database of its rows; nil if they are in the data folder.
    public var postgres: PostgresAddress?
    /// The object store of its media; nil if they are in the data folder.
    public var store: S3Place?

    public init(folder: String, postgres: PostgresAddress? = nil, store: S3Place? = nil) {
        self.folder = folder
        self.postgres = postgres
        self.store = store
    }

    /// - Throws: ``BackupProblem`` (`refused`) without a database.
    func requireDatabase() throws(BackupProblem) {
        guard postgres != nil || BackupFiles.size(of: database) != nil else {
            throw BackupProblem(.refused, "There is no database in \"\(folder)\".")
        }
    }

    /// Copies the rows into a new file of SQLite; of PostgreSQL without the search index, which a server makes again.
    ///
    /// - Throws: `DatabaseError`, or what `step` throws.
    func copyDatabase(to path: String, step: () throws -> Void) throws {
        guard let postgres else { return try DatabaseCopy.make(from: database, to: path, step: step) }
        try PostgresSnapshot.make(
            from: postgres, to: path, migrations: Schema.migrations, leaving: SearchIndex.tables,
            step: step, finishing: { try SearchIndex.forget($0) })
    }

    /// The bytes of the database.
    func databaseBytes() throws -> Int64 {
        guard postgres != nil else {
            return (BackupFiles.size(of: database) ?? 0) + (BackupFiles.size(of: database + "-wal") ?? 0)
        }
        return try live { try BackupRepository.postgresBytes(in: $0) }
    }

    /// Reads the server's own database.
    func live<T>(_ body: (Reader) throws -> T) throws -> T {
        let stored = try StoredDatabase(
            DatabaseConfiguration(storage: postgres.map { .postgres($0) } ?? .file(database)))
        defer { stored.close() }
        return try stored.read(body)
    }

    /// - Throws: ``S3SettingsError``.
    func archive() throws(S3SettingsError) -> any MediaArchive {
        guard let store else { return FolderMediaArchive(path: "\(folder)/media") }
        return try S3MediaArchive(store) {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }
    }

    /// The file of SQLite.
    var database: String { "\(folder)/nexus.sqlite" }
    /// For the copy of the database while an encrypted set is written: nothing readable leaves the data folder.
    var workFolder: String { "\(folder)/backup-unfinished" }
}

/// The SQL of backups.
enum BackupRepository {
    /// The bytes of a PostgreSQL database with its indexes: more than its copy has.
    static func postgresBytes(in reader: Reader) throws -> Int64 {
        try reader.first("SELECT pg_database_size(current_database())") { try $0.next() } ?? 0
    }

    static func counts(in reader: Reader) throws -> BackupCounts {
        try reader.first(
            """
            SELECT (SELECT COUNT(*) FROM users), (SELECT COUNT(*) FROM conversations), (SELECT COUNT(*) FROM messages),
                (SELECT COUNT(*) FROM media WHERE hash IS NOT NULL), (SELECT COALESCE(SUM(head), 0) FROM conversations)
            """
        ) { row in
            var counts = BackupCounts()
            counts.users = try row.next()
            counts.conversations = try row.next()
            counts.messages = try row.next()
            counts.media = try row.next()
            counts.changes = try row.next()
            return counts
        } ?? BackupCounts()
    }

    static func epoch(in reader: Reader) throws -> String {
        try EpochRepository.epoch(in: reader)?.text ?? ""
    }

    /// Gives the contents of all finished media, in the order of their digests.
    static func contents(in reader: Reader, body: (ContentHash) throws -> Void) throws {
        try reader.rows(
            "SELECT hash FROM blobs AS b WHERE EXISTS (SELECT 1 FROM media WHERE hash = b.hash) ORDER BY hash"
        ) { row in
            if let hash = ContentHash(try row.next()) { try body(hash) }
        }
    }

    /// Whether a finished medium has this content.
    static func names(_ hash: ContentHash, in reader: Reader) throws -> Bool {
        try reader.first("SELECT 1 FROM media WHERE hash = $1 LIMIT 1", .blob(hash.bytes)) { _ in true } ?? false
    }
}
