/// Where a database lives and within which limits it works.
public struct DatabaseConfiguration: Sendable {
    /// Where the rows are kept.
    public enum Storage: Sendable {
        /// A file at this path, created when missing; its folder must exist. Beside it stand `-wal`, `-shm` and `.lock`.
        case file(String)
        /// Memory of this process; gone when the database closes.
        case memory
    }

    /// Who does the work.
    public enum Execution: Sendable {
        /// A writer thread, reader threads, and for a file a checkpointing thread.
        case threads
        /// The caller: ``Database/submit(_:completion:)`` returns after commit and completion. No thread is started, so
        /// that a simulation decides the order of everything. A transaction submitted from inside another runs after it.
        case inline
    }

    public var storage: Storage
    public var execution: Execution
    /// How many transactions may wait for the writer; one more is refused as overloaded.
    public var waitingTransactionLimit = 16_384
    /// How many transactions share one commit at most.
    public var transactionsPerCommit = 1_024
    /// While more than 10,000 transactions a second come in, a commit begins no sooner than this after the one before, so
    /// that more of them share its cost; without it, on one core, small commits would take a third of that core. With less
    /// to do a commit begins at once. Zero never waits.
    public var busyCommitInterval: Duration = .milliseconds(1)
    /// Threads, each with its own connection, that serve reads of a file.
    public var readerCount = 2
    /// How many reads may wait for a reader; one more is refused as overloaded.
    public var waitingReadLimit = 4_096
    /// The writer's page cache in KiB; each reader takes a quarter of it.
    public var cacheKibibytes = 16_384
    /// How much of the file may be mapped into memory, in bytes.
    public var mappedBytes: Int64 = 256 << 20
    /// The size of the write-ahead log, in bytes, from which it is copied into the file in the background.
    public var checkpointBytes: Int64 = 4 << 20
    /// The size of the write-ahead log, in bytes, at which the writer itself finishes the copying so that the log restarts.
    public var logBytesLimit: Int64 = 64 << 20
    /// How long after a commit with deleted texts the write-ahead log is emptied: deletions of that time share the cost, which is
    /// one checkpoint.
    public var eraseInterval: Duration = .seconds(1)
    /// The most pages (of 4 KiB) the file may have; nil for no limit but the disk's.
    public var pageLimit: Int?
    /// Room that is set aside beside a file, in bytes, for ``Database/submitEssential(_:completion:)``; less on a small disk. When the
    /// disk is full, it is given free, and until it can be set aside again other transactions are refused as full. 0 sets none aside.
    public var reserveBytes: Int64 = 0

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

    /// A database in memory whose work is done by the caller: for deterministic tests and simulations.
    public static var inline: DatabaseConfiguration { DatabaseConfiguration(storage: .memory, execution: .inline) }
}
