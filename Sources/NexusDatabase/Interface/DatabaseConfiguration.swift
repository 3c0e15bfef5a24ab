/// The location of a database and its limits.
public struct DatabaseConfiguration: Sendable {
    /// The storage of the rows.
    public enum Storage: Sendable {
        /// A file at this path, created if missing; its folder must exist. `-wal`, `-shm` and `.lock` are beside it.
        case file(String)
        /// Memory of this process; lost when the database closes.
        case memory
        /// The same, beginning with the rows of another database.
        case memoryCopy(DatabaseImage)
        /// A database of a PostgreSQL server, which exists and which the address's user may create tables in.
        case postgres(PostgresAddress)

        /// The address of a database of a PostgreSQL server; nil for SQLite.
        public var postgres: PostgresAddress? { if case .postgres(let address) = self { address } else { nil } }
    }

    /// The threads that do the work.
    public enum Execution: Sendable {
        /// A writer thread, reader threads, and for a file a checkpointing thread.
        case threads
        /// The caller: ``Database/submit(_:completion:)`` returns after commit and completion. No thread is started, so
        /// a simulation controls the order. A transaction submitted from inside another runs after it.
        case inline
    }

    public var storage: Storage
    public var execution: Execution
    /// Whether other nodes write the same database at once, by turns (docs/decisions/0029): of PostgreSQL, and of memory by
    /// ``SQLDatabase/anotherNode(_:prepare:)``.
    public var isShared = false
    /// Transactions that may wait for the writer; one more is refused as overloaded.
    public var waitingTransactionLimit = 16_384
    /// The maximum of transactions that share one commit.
    public var transactionsPerCommit = 1_024
    /// Above 10,000 transactions a second, the minimum time between the beginnings of two commits, so
    /// that more transactions share one; without it small commits would take a third of a core. Below that rate
    /// commits begin at once. Zero never waits.
    public var busyCommitInterval: Duration = .milliseconds(1)
    /// Threads, each with its own connection, that serve reads of a file or a server.
    public var readerCount = 2
    /// Reads that may wait for a reader; one more is refused as overloaded.
    public var waitingReadLimit = 4_096
    /// The writer's page cache in KiB; each reader takes a quarter of it.
    public var cacheKibibytes = 16_384
    /// The size of the write-ahead log, in bytes, from which it is copied into the file in the background.
    public var checkpointBytes: Int64 = 4 << 20
    /// The size of the write-ahead log, in bytes, at which the writer itself finishes the copying so that the log restarts.
    public var logBytesLimit: Int64 = 64 << 20
    /// Delay from a commit with deleted texts to the truncation of the write-ahead log, so that deletions share the
    /// cost of one checkpoint.
    public var eraseInterval: Duration = .seconds(1)
    /// The most pages (of 4 KiB) the file may have; nil for no limit but the disk's.
    public var pageLimit: Int?
    /// Bytes reserved beside a file for ``Database/submitEssential(_:completion:)``; fewer on a small disk. A full disk
    /// releases them, and until they are reserved again other transactions fail as full. 0 reserves none.
    public var reserveBytes: Int64 = 0
    /// With what the paths of files begin that belong to a database of a PostgreSQL server but are on this machine; nil for none.
    public var localPath: String?

    /// With what the paths of files begin that are kept beside the database; nil if there is no place for them.
    public var companionPath: String? {
        switch storage {
        case .file(let path): path
        case .memory, .memoryCopy: nil
        case .postgres: localPath
        }
    }

    /// Whether the rows are in a PostgreSQL server.
    public var isPostgres: Bool { storage.postgres != nil }

    public init(storage: Storage, execution: Execution = .threads) {
        self.storage = storage
        self.execution = execution
    }

    /// Keeps every file below a size that the system does not let files of this process exceed.
    public mutating func limitFiles(to bytes: Int64) {
        let pages = Int(clamping: bytes / Int64(DatabaseConfiguration.pageBytes))
        pageLimit = min(pageLimit ?? .max, pages)
        limitLog(to: bytes / 4)
        reserveBytes = min(reserveBytes, bytes / 8)
    }

    /// Keeps the write-ahead log below a size.
    mutating func limitLog(to bytes: Int64) {
        checkpointBytes = min(checkpointBytes, bytes / 4)
        logBytesLimit = min(logBytesLimit, bytes)
    }

    static let pageBytes = 4_096

    /// Pages of ``pageLimit`` that are for essential transactions alone.
    var reservedPages: Int { pageLimit == nil ? 0 : Int(reserveBytes) / DatabaseConfiguration.pageBytes }

    /// An in-memory database that works on the caller's thread: for deterministic tests and simulations.
    public static var inline: DatabaseConfiguration { DatabaseConfiguration(storage: .memory, execution: .inline) }
}
