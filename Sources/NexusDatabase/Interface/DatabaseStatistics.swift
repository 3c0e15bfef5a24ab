/// A snapshot of a database's counters since it was opened, and of its queues.
public struct DatabaseStatistics: Sendable, Equatable {
    /// Durable commits; each is at most one wait for the disk.
    public var commits = 0
    /// Transactions whose changes were committed.
    public var transactions = 0
    /// Those of them that were background work.
    public var backgroundTransactions = 0
    /// Transactions that ended in an error after they were accepted.
    public var failedTransactions = 0
    /// Transactions refused because too many were waiting.
    public var refusedTransactions = 0
    /// Commits that were rolled back and run again because one of their transactions threw after it had written.
    public var repeatedCommits = 0
    /// Transactions waiting for the writer now.
    public var waitingTransactions = 0
    /// Reads served.
    public var reads = 0
    /// Reads waiting for a reader now.
    public var waitingReads = 0
    /// Copies of the write-ahead log into the file.
    public var checkpoints = 0
    /// Checkpoints that the writer had to finish because the log had reached its limit.
    public var writerCheckpoints = 0
    /// Truncations of the write-ahead log because of deleted texts.
    public var erasures = 0
    /// The write-ahead log's size in use, in bytes.
    public var logBytes: Int64 = 0
    /// The reason why the storage cannot be written; nil while it can.
    public var storageProblem: DatabaseError?
    /// Bytes currently reserved for essential transactions.
    public var reservedBytes: Int64 = 0

    public init() {}

    /// Transactions per commit, on average.
    public var averageBatch: Double { commits == 0 ? 0 : Double(transactions) / Double(commits) }
}
