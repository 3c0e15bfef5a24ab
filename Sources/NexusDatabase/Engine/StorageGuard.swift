import Synchronization

/// The state of the storage: whether it can be written, and whether the reserved space is in use.
///
/// From the commit that finds the storage full until the space is reserved again, only essential transactions are
/// admitted, so that others cannot use up the reserve. Only the writer calls ``failed(_:on:)`` and ``checkRoom(_:)``.
final class StorageGuard: Sendable {
    private struct State {
        var problem: DatabaseError?
        /// Whether only essential transactions are admitted.
        var isFull = false
    }

    private let reserve: StorageReserve?
    private let pageLimit: Int?
    private let reservedPages: Int
    private let state = Mutex(State())
    /// ``State/isFull``, which each transaction asks for.
    private let isMarkedFull = Atomic(false)

    /// Reserves the space.
    init(_ configuration: DatabaseConfiguration, reserve: StorageReserve?) {
        self.reserve = reserve
        pageLimit = configuration.pageLimit
        reservedPages = reserve == nil ? 0 : configuration.reservedPages
        if let reserve, !reserve.take() {
            change {
                $0 = State(
                    problem: DatabaseError(.full, detail: "there is no space to reserve (\(reserve.bytes) bytes)"),
                    isFull: true)
            }
        }
    }

    /// Whether only essential transactions are admitted.
    var isFull: Bool { isMarkedFull.load(ordering: .relaxed) }

    /// The error for a transaction that is not admitted; nil if it is.
    func refusal(of pending: PendingTransaction) -> DatabaseError? {
        guard isFull, !pending.isEssential else { return nil }
        return DatabaseError(.full, detail: "only essential transactions are accepted")
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            isMarkedFull.store(state.isFull && reserve != nil, ordering: .relaxed)
        }
    }

    /// A commit failed. Returns true if a retry may succeed with the released space.
    func failed(_ error: DatabaseError, on connection: any EngineConnection) -> Bool {
        switch error.code {
        case .full, .unavailable, .corrupt: break
        // Another process has taken the right to write.
        case .inUse where connection is PostgresConnection: break
        case .overloaded, .inUse, .restoring, .newer, .olderNodes, .constraint, .invalidStatement: return false
        }
        change {
            $0.problem = error
            if error.code == .full, reserve != nil { $0.isFull = true }
        }
        guard error.code == .full, let reserve, let connection = connection as? SQLiteConnection else { return false }
        reserve.release()
        if let pageLimit { connection.perform { _ in connection.setPageLimit(pageLimit) } }
        // Copies the log into the file, so that the log restarts and need not grow.
        _ = try? connection.checkpoint()
        return true
    }

    /// A commit that changed something is durable.
    func wrote() {
        state.withLock { if !$0.isFull { $0.problem = nil } }
    }

    // MARK: Recovery

    /// Whether there is a problem, and enough space to reserve again.
    func mayTryToRecover() -> Bool {
        guard state.withLock({ $0.problem != nil }) else { return false }
        return reserve?.take() ?? true
    }

    /// Withdraws the reserved pages from ordinary transactions.
    /// - Throws: ``DatabaseError`` (`database_full`) while few other pages are free, or if this needs the reserve
    ///   itself.
    func checkRoom(_ transaction: Transaction) throws {
        guard reserve?.isHeld ?? true else { throw DatabaseError(.full, detail: "there is no space to reserve") }
        guard let pageLimit, reservedPages > 0 else { return }
        let used =
            (try transaction.first("PRAGMA page_count") { try $0.next() } ?? 0)
            - (try transaction.first("PRAGMA freelist_count") { try $0.next() } ?? 0)
        guard pageLimit - reservedPages - used >= reservedPages / 2 else {
            throw DatabaseError(.full, detail: "\(used) of \(pageLimit) pages are in use")
        }
        (transaction.connection as? SQLiteConnection)?.setPageLimit(pageLimit - reservedPages)
    }

    func recovered() { change { $0 = State() } }

    /// Keeps the reserve released.
    func staysFull() {
        if state.withLock({ $0.isFull }) { reserve?.release() }
    }

    func report(to statistics: inout DatabaseStatistics) {
        statistics.storageProblem = state.withLock { $0.problem }
        statistics.reservedBytes = reserve.map { $0.isHeld ? $0.bytes : 0 } ?? 0
    }
}
