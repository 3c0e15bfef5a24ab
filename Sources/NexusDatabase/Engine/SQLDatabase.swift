import Logging
import Synchronization

/// A ``Database`` on SQLite or PostgreSQL: one writer that groups transactions into durable commits, many readers, and for
/// SQLite a checkpointer that keeps the write-ahead log short without delaying commits.
public final class SQLDatabase: Database {
    private let execution: DatabaseConfiguration.Execution
    private let writer: Writer
    private let readers: Readers
    private let checkpointer: Checkpointer?
    private let connections: Connections
    private let writing: ThreadMark
    private let threads: [WorkerThread]
    private let isClosed = Mutex(false)
    private let configuration: DatabaseConfiguration

    /// Opens the database, creating it if missing, and migrates its schema.
    ///
    /// Blocks while migrations run.
    /// - Parameter prepare: runs once after the migrations, as one durable transaction, before anything else can be read or written.
    /// - Throws: ``DatabaseError``: `database_in_use` when another process writes it, `database_newer` when it has
    ///   migrations that are not in `migrations` and not all expansions, `database_older_nodes` when other nodes could not go on with a pending one, `database_corrupt`, `database_full`, `database_unavailable`; or what a
    ///   migration or `prepare` throws.
    public convenience init(
        _ configuration: DatabaseConfiguration, migrations: [Migration],
        logger: Logger = Logger(label: "nexus.database"), prepare: ((Transaction) throws -> Void)? = nil
    ) throws {
        var configuration = configuration
        let reserve = StorageReserve(configuration)
        // On a full disk, copying the log into the file takes as much space as the log: no more than the reserve.
        if let reserve { configuration.limitLog(to: reserve.bytes / 2) }
        let connections: Connections
        do {
            connections = try Connections(configuration, migrations: migrations, prepare: prepare)
        } catch let error as DatabaseError where error.code == .full && reserve?.release() == true {
            // The space reserved earlier suffices for opening.
            connections = try Connections(configuration, migrations: migrations, prepare: prepare)
        }
        self.init(configuration, connections, reserve: reserve, logger: logger)
    }

    private init(
        _ configuration: DatabaseConfiguration, _ connections: Connections, reserve: StorageReserve?, logger: Logger
    ) {
        let checkpointer = connections.checkpointer.map { Checkpointer($0, configuration, logger: logger) }
        let writer = Writer(
            connections.writer, configuration, checkpointer: checkpointer, turns: connections.turns, reserve: reserve)
        let readers = Readers(configuration)
        var threads: [WorkerThread] = []
        if case .threads = configuration.execution {
            threads.append(WorkerThread(name: "nexus-writer") { withExtendedLifetime(connections) { writer.serve() } })
            for connection in connections.readers {
                threads.append(
                    WorkerThread(name: "nexus-reader") {
                        withExtendedLifetime(connections) { readers.serve(with: connection) }
                    })
            }
            if let checkpointer { threads.append(WorkerThread(name: "nexus-checkpoint") { checkpointer.serve() }) }
        }
        self.configuration = configuration
        execution = configuration.execution
        self.connections = connections
        writing = connections.writer.writing
        self.checkpointer = checkpointer
        self.writer = writer
        self.readers = readers
        self.threads = threads
    }

    /// Another node over the same rows, in memory and on the caller's thread: for simulations. This one is closed after it.
    /// - Throws: What `prepare` throws.
    package func anotherNode(_ number: Int64, prepare: ((Transaction) throws -> Void)? = nil) throws -> SQLDatabase {
        precondition(configuration.isShared && threads.isEmpty, "nodes share memory on the caller's thread alone")
        return SQLDatabase(
            configuration, try Connections(sharing: connections, node: number, prepare: prepare), reserve: nil,
            logger: Logger(label: "nexus.database"))
    }

    /// The rows as they are: what a ``DatabaseConfiguration/Storage/memoryCopy(_:)`` begins with.
    /// - Throws: ``DatabaseError``, also for a database that is not SQLite's.
    package func image() throws -> DatabaseImage {
        guard let connection = connections.writer as? SQLiteConnection else {
            throw DatabaseError(.invalidStatement, detail: "PostgreSQL has no image")
        }
        return try connection.perform(DatabaseImage.init)
    }

    deinit {
        // The threads end, and with the last of them the connections and the lock go.
        stop()
    }

    public func submit<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        enqueue(Pending(fenced(body), completion))
    }

    public func submit(_ pending: PendingTransaction) {
        // The fence goes round a body.
        let isFenced = connections.turns != nil && TransactionFence.current != nil
        if isFenced { submitBody(of: pending) } else { enqueue(pending) }
    }

    private func enqueue(_ pending: PendingTransaction) {
        writer.submit(pending)
        if case .inline = execution { writer.serveInline() }
    }

    private func fenced<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T
    ) -> @Sendable (Transaction) throws -> T {
        connections.turns == nil ? body : TransactionFence.guarded(body)
    }

    public func beginGathering() { writer.beginGathering() }

    public func endGathering() { writer.endGathering() }

    public func submitInBackground<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        enqueue(Pending(fenced(body), completion, isInBackground: true))
    }

    public func submitEssential<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        enqueue(Pending(fenced(body), completion, isEssential: true))
    }

    public func tryToRecover() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            guard let recovery = writer.recovery({ _ in continuation.resume() }) else { return continuation.resume() }
            enqueue(recovery)
        }
    }

    public func query<T: Sendable>(
        _ body: @escaping @Sendable (Reader) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        readers.submit { reader in
            let result = Result { try body(reader.get()) }
            return { completion(result) }
        }
        if case .inline = execution { readers.serveInline(with: connections.writer) }
    }

    public func beforeCommit(_ hook: @escaping @Sendable (Transaction) throws -> Void) {
        writer.setBeforeCommit(hook)
    }

    public func afterOthers(_ hook: @escaping @Sendable (Transaction, TurnsOfOthers) throws -> Void) {
        connections.turns?.setHook(hook)
    }

    /// The number of this node among all that have opened the database; nil where this process is the only writer.
    public var node: Int64? { connections.turns?.node }

    /// Expansions that a newer program has added to the schema.
    public var expansions: [String] { connections.expansions }

    /// Looks at what other nodes commit; nil where there are none.
    public func turnReader() -> TurnReader? { connections.turns.map { TurnReader(node: $0.node) } }

    public func afterCompletions(_ hook: @escaping @Sendable () -> Void) {
        writer.setAfterCompletions(hook)
    }

    /// Checks that the caller is a body, a hook or a completion that this database runs; ends the process if it is not, since memory that belongs
    /// to the writer would be touched by two threads.
    public func preconditionOnWriter() {
        precondition(writing.isCalling, "not on the writer of the database")
    }

    public var statistics: DatabaseStatistics {
        var statistics = DatabaseStatistics()
        writer.report(to: &statistics)
        readers.report(to: &statistics)
        checkpointer?.report(to: &statistics)
        return statistics
    }

    public func close() async throws {
        stop()
        for thread in threads { await thread.join() }
        try end()
    }

    /// Closes one that works on its caller's thread.
    func closeInline() throws {
        precondition(threads.isEmpty, "threads of this database are not waited for")
        stop()
        try end()
    }

    private func end() throws {
        let isFirst = isClosed.withLock { closed in
            defer { closed = true }
            return !closed
        }
        if isFirst { try connections.close() }
    }

    private func stop() {
        writer.close()
        readers.close()
        checkpointer?.close()
    }
}
