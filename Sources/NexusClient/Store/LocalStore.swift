import Foundation
import GRDB
import NexusCore

/// The device's copy of its conversations, and its outbox: the only SQL in the SDK.
///
/// The rules: the engine's mutations are stored in one durable transaction (``apply(_:)``); rows are never replaced by
/// older ones; nothing else writes messages, members, conversations or the outbox. Reads may come from any thread at
/// any time, and see whole transactions.
public final class LocalStore: Sendable {
    let database: any DatabaseWriter

    private init(_ database: any DatabaseWriter) throws {
        self.database = database
        let migrator = StoreSchema.migrator
        if try database.read({ try migrator.hasBeenSuperseded($0) }) { throw ClientError.storeTooNew }
        try migrator.migrate(database)
    }

    /// Opens the store in that file, creating it if missing. Several processes may open it.
    ///
    /// - Throws: ``ClientError/storeDamaged(setAside:)`` after a damaged file was renamed; reopening creates a new one.
    ///   ``ClientError/storeTooNew``; ``ClientError/storeUnavailable(_:)``.
    public convenience init(at path: String) throws(ClientError) {
        do {
            var configuration = LocalStore.configuration
            configuration.maximumReaderCount = 2
            let pool = try DatabasePool(path: path, configuration: configuration)
            // A message counts as queued once it is on the disk, not in the disk's cache.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try self.init(pool)
        } catch let error as DatabaseError where error.isDamage {
            throw .storeDamaged(setAside: LocalStore.setAside(path))
        } catch {
            throw LocalStore.problem(error)
        }
    }

    /// A store that lives as long as this value, for tests and previews.
    public static func inMemory() throws(ClientError) -> LocalStore {
        do {
            return try LocalStore(DatabaseQueue(configuration: configuration))
        } catch {
            throw problem(error)
        }
    }

    /// Removes the files of a closed store, and of damaged ones that were set aside.
    static func remove(at path: String) {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        let place = URL(fileURLWithPath: path)
        let folder = place.deletingLastPathComponent().path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(place.lastPathComponent + damagedMark) {
            try? FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }

    /// What the name of a damaged store has after that of the store, before the time.
    private static let damagedMark = ".damaged-"

    /// A number that changes when another process has written to the store.
    func foreignVersion() throws(ClientError) -> Int64 {
        try writing(transaction: false) { db in
            try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
        }
    }

    /// Writes without changing anything: fails while a full disk or missing permissions would make a change fail.
    func probe() throws(ClientError) {
        try writing { try $0.execute(sql: "UPDATE account SET since = since") }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "nexus.store"
        // Another process of the same profile may be writing for a moment.
        configuration.busyMode = .timeout(5)
        return configuration
    }

    /// Renames a damaged store and its side files, and returns the new name.
    private static func setAside(_ path: String) -> String {
        let aside = path + "\(damagedMark)\(Int64(Date().timeIntervalSince1970))"
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.moveItem(atPath: path + suffix, toPath: aside + suffix)
        }
        return aside
    }

    // MARK: Access

    func reading<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(ClientError) -> Value {
        do {
            return try database.read(body)
        } catch {
            throw LocalStore.problem(error)
        }
    }

    @discardableResult
    func writing<Value: Sendable>(
        transaction: Bool = true, _ body: @Sendable (Database) throws -> Value
    ) throws(ClientError) -> Value {
        do {
            return transaction ? try database.write(body) : try database.writeWithoutTransaction(body)
        } catch {
            throw LocalStore.problem(error)
        }
    }

    static func problem(_ error: any Error) -> ClientError {
        switch error {
        case let error as ClientError: error
        case let error as DatabaseError: .storeUnavailable(error.message ?? error.resultCode.description)
        case let error as JSONError: .storeUnavailable("a row is unreadable: \(error.message)")
        default: .storeUnavailable("\(error)")
        }
    }
}

extension DatabaseError {
    /// Whether the file is not a sound database.
    fileprivate var isDamage: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }
}
