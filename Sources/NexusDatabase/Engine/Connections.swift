/// All connections to one database, and the right to write it.
final class Connections: Sendable {
    private let lock: DatabaseLock?
    let writer: any EngineConnection
    let readers: [any EngineConnection]
    let checkpointer: SQLiteConnection?
    /// Nil where this process is the only writer.
    let turns: SharedTurns?
    /// Expansions of a newer program, which this one does not know.
    let expansions: [String]
    /// Whether the connections are another node's.
    private let isGuest: Bool

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
                try PostgresConnection(writing: address, isShared: configuration.isShared)
            } else {
                try SQLiteConnection.open(configuration, for: .writer)
            }
        self.writer = writer
        isGuest = false
        let turns = try Self.turns(configuration, writer)
        self.turns = turns
        let migrator = Migrator(migrations: migrations) { try (writer as? PostgresConnection)?.isAlone() ?? true }
        expansions = try migrator.migrate { try Self.transact(on: writer, turns, $0) }
        if let prepare { try Self.transact(on: writer, turns, prepare) }
        try (writer as? PostgresConnection)?.opened()
        switch (configuration.storage, configuration.execution) {
        case (_, .inline):
            readers = []
            checkpointer = nil
        case (.memory, .threads), (.memoryCopy, .threads):
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

    /// Another node over the rows of `other`, which are in memory.
    init(sharing other: Connections, node: Int64, prepare: ((Transaction) throws -> Void)?) throws {
        lock = nil
        writer = other.writer
        readers = []
        checkpointer = nil
        expansions = other.expansions
        isGuest = true
        let turns = SharedTurns(node: node, isFirst: false)
        self.turns = turns
        if let prepare { try Self.transact(on: writer, turns, prepare) }
    }

    private static func turns(_ configuration: DatabaseConfiguration, _ writer: any EngineConnection) throws
        -> SharedTurns?
    {
        guard configuration.isShared else { return nil }
        if let place = (writer as? PostgresConnection)?.place {
            return SharedTurns(node: place.number, isFirst: place.isFirst)
        }
        if case .file = configuration.storage {
            throw DatabaseError(.unavailable, detail: "a file has one writer: several nodes need PostgreSQL")
        }
        try writer.exclusively { try writer.script(writer.dialect.expand(SharedTurns.tables)) }
        return SharedTurns(node: 1, isFirst: true)
    }

    /// Runs a body as one durable transaction.
    private static func transact(
        on writer: any EngineConnection, _ turns: SharedTurns?, _ body: (Transaction) throws -> Void
    ) throws {
        let transaction = Transaction(connection: writer, turns: turns)
        try writer.exclusively {
            do {
                try writer.beginWriting(isRepeated: false)
                try turns?.take(transaction)
                try body(transaction)
                try turns?.sign(transaction)
                try writer.commit()
                turns?.committed()
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
        if isGuest { return }
        for reader in readers where reader !== writer { try reader.close() }
        try checkpointer?.close()
        try writer.close()
        lock?.release()
    }
}
