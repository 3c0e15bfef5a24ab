/// All connections to one database, and the right to write it.
///
/// `@unchecked Sendable`: filled while the database is being opened, by one thread; closed after all threads have ended.
/// In between each connection belongs to the thread that was given it.
final class Connections: @unchecked Sendable {
    private let lock: DatabaseLock?
    let writer: SQLiteConnection
    private(set) var readers: [SQLiteConnection] = []
    private(set) var checkpointer: SQLiteConnection?

    init(_ configuration: DatabaseConfiguration) throws {
        lock = if case .file(let path) = configuration.storage { try DatabaseLock(path: path) } else { nil }
        writer = try SQLiteConnection.open(configuration, for: .writer)
    }

    func migrate(_ migrations: [Migration]) throws {
        let transaction = Transaction(connection: writer)
        try Migrator(migrations: migrations).migrate { body in
            try writer.perform { _ in
                do {
                    try writer.beginWriting()
                    try body(transaction)
                    try writer.commit()
                    transaction.forgetRollbackHooks()
                } catch {
                    writer.rollBack()
                    transaction.rollBackMemory(to: 0)
                    throw error
                }
            }
        }
    }

    /// Opens the readers and the checkpointer; in memory, reads take turns with the writer on its connection.
    func openOthers(_ configuration: DatabaseConfiguration) throws {
        switch (configuration.storage, configuration.execution) {
        case (.memory, .threads):
            readers = [writer]
        case (.memory, .inline):
            break
        case (.file, .inline):
            checkpointer = nil
        case (.file, .threads):
            for _ in 0..<max(1, configuration.readerCount) {
                readers.append(try SQLiteConnection.open(configuration, for: .reader))
            }
            checkpointer = try SQLiteConnection.open(configuration, for: .checkpointer)
        }
    }

    /// Closes them all, the writer last: closing the last connection copies the log into the file.
    func close() throws {
        for reader in readers where reader !== writer { try reader.close() }
        try checkpointer?.close()
        try writer.close()
    }
}
