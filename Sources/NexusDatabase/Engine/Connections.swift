/// All connections to one database, and the right to write it.
final class Connections: Sendable {
    private let lock: DatabaseLock?
    let writer: any EngineConnection
    let readers: [any EngineConnection]
    let checkpointer: SQLiteConnection?

    /// Takes the lock, opens the writer, brings the schema up to date, prepares, and then opens the others.
    init(
        _ configuration: DatabaseConfiguration, migrations: [Migration], prepare: ((Transaction) throws -> Void)?
    ) throws {
        lock = if case .file(let path) = configuration.storage { try DatabaseLock(path: path) } else { nil }
        if case .file(let path) = configuration.storage, RestoreMark(ofDatabaseAt: path).isSet {
            throw DatabaseError(.restoring)
        }
        let writer: any EngineConnection =
            if case .postgres(let address) = configuration.storage {
                try PostgresConnection(writing: address)
            } else {
                try SQLiteConnection.open(configuration, for: .writer)
            }
        self.writer = writer
        try Migrator(migrations: migrations).migrate { try Self.transact(on: writer, $0) }
        if let prepare { try Self.transact(on: writer, prepare) }
        switch (configuration.storage, configuration.execution) {
        case (_, .inline):
            readers = []
            checkpointer = nil
        case (.memory, .threads):
            // The rows are in the writer's connection only: reads take turns with it.
            readers = [writer]
            checkpointer = nil
        case (.postgres(let address), .threads):
            readers = try (0..<max(1, configuration.readerCount)).map { _ in
                try PostgresConnection(reading: address)
            }
            checkpointer = nil
        case (.file, .threads):
            readers = try (0..<max(1, configuration.readerCount)).map { _ in
                try SQLiteConnection.open(configuration, for: .reader)
            }
            checkpointer = try SQLiteConnection.open(configuration, for: .checkpointer)
            // A killed process may have left deleted texts in the log. On a full disk they stay until there is space.
            _ = try? (writer as? SQLiteConnection)?.truncateLog()
        }
    }

    /// Runs a body as one durable transaction.
    private static func transact(on writer: any EngineConnection, _ body: (Transaction) throws -> Void) throws {
        let transaction = Transaction(connection: writer)
        try writer.exclusively {
            do {
                try writer.beginWriting(isRepeated: false)
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

    /// Closes them all, the writer last: closing the last connection copies the log into the file.
    func close() throws {
        for reader in readers where reader !== writer { try reader.close() }
        try checkpointer?.close()
        try writer.close()
        lock?.release()
    }
}
