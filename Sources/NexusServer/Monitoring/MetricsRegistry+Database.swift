import NexusDatabase

extension MetricsRegistry {
    /// Metrics of a database's work and queues.
    public func register(_ database: any Database) {
        func count(_ name: String, _ help: String, _ value: @escaping @Sendable (DatabaseStatistics) -> Int) {
            counter("nexus_database_" + name, help) { Double(value(database.statistics)) }
        }
        func now(_ name: String, _ help: String, _ value: @escaping @Sendable (DatabaseStatistics) -> Double) {
            gauge("nexus_database_" + name, help) { value(database.statistics) }
        }
        count("commits_total", "Durable commits.") { $0.commits }
        count("transactions_total", "Transactions committed; many share a commit.") { $0.transactions }
        count("failed_transactions_total", "Transactions that ended in an error.") { $0.failedTransactions }
        count("refused_transactions_total", "Transactions refused because too many waited.") { $0.refusedTransactions }
        count("repeated_commits_total", "Commits rolled back and run again.") { $0.repeatedCommits }
        count("reads_total", "Reads served.") { $0.reads }
        count("checkpoints_total", "Copies of the write-ahead log into the file.") { $0.checkpoints }
        now("waiting_transactions", "Transactions waiting for the writer.") { Double($0.waitingTransactions) }
        now("waiting_reads", "Reads waiting for a reader.") { Double($0.waitingReads) }
        now("writable", "1 while the database can be written, 0 while its disk is full or fails.") {
            $0.storageProblem == nil ? 1 : 0
        }
        now("reserved_bytes", "Space reserved for sign-ins on a full disk, in bytes.") { Double($0.reservedBytes) }
        now("log_bytes", "Write-ahead log in use, in bytes.") { Double($0.logBytes) }
    }
}
