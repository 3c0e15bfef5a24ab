/// All connections to one database, and the right to write it.
final class Connections: Sendable {
    private let lock: DatabaseLock?
    let writer: SQLiteConnection
    let readers: [SQLiteConnection]
    let checkpointer: SQLiteConnection?

    /// Takes the lock, opens the writer, brings the schema up to date, and then opens the others.
    init(_ configuration: DatabaseConfiguration, migrations: [Migration]) throws {
        lock = if case .file(let path) = configuration.storage { try DatabaseLock(path: path) } else { nil }
        writer = try SQLiteConnection.open(configuration, for: .writer)
        try Self.migrate(migrations, on: writer)
        switch (configuration.storage, configuration.execution) {
        case (_, .inline):
            readers = []
            checkpointer = nil
        case (.memory, .threads):
            // The rows are in the writer's connection only: reads take turns with it.
            readers = [writer]
            checkpointer = nil
        case (.file, .threads):
            readers = try (0..<max(1, configuration.readerCount)).map { _ in
                try SQLiteConnection.open(configuration, for: .reader)
            }
            checkpointer = try SQLiteConnection.open(configuration, for: .checkpointer)
        }
    }

    private static func migrate(_ migrations: [Migration], on writer: SQLiteConnection) throws {
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

    /// Closes them all, the writer last: closing the last connection copies the log into the file.
    func close() throws {
        for reader in readers where reader !== writer { try reader.close() }
        try checkpointer?.close()
        try writer.close()
        lock?.release()
    }
}
