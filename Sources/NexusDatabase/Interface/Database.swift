/// The server's interface to SQL.
///
/// Three rules:
/// 1. Every change is a transaction. Transactions run one at a time, in the order they were submitted, and those that wait
///    share one durable commit; each is still atomic.
/// 2. A body may run again: when another transaction of the same commit fails after a write, the commit is rolled
///    back and the others are repeated. So a body has no effects except through its transaction; it restores changed
///    memory in ``Transaction/onRollback(_:)``.
/// 3. A body's result is valid only after its completion has run: by then it is on the disk.
public protocol Database: Sendable {
    /// Queues a transaction.
    ///
    /// - Parameters:
    ///   - body: Runs on the writer. An error it throws undoes this transaction alone.
    ///   - completion: Runs on the writer's thread after the durable commit, in submission order, so that publishing from it
    ///     keeps order. A refused transaction (overloaded, closed) completes at once on the caller's thread.
    func submit<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void)

    /// As ``submit(_:completion:)``, with body and completion in one object.
    func submit(_ pending: PendingTransaction)

    /// Queues a background transaction: one that writes data derived from stored rows.
    ///
    /// It gives way to all others, and still gets a small share of the writer's time under constant load. Its commit is separate and
    /// does not wait for the disk: the next durable commit makes it durable too, and until then a power failure undoes all of it.
    /// Its body should end where ``Transaction/shouldYield`` says so, and continue in another transaction.
    func submitInBackground<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void)

    /// Announces that the caller submits several transactions in a row: until ``endGathering()`` none of them wakes the
    /// writer, so they share one commit. A writer that is awake may take them earlier. Call ``endGathering()`` soon
    /// afterwards, on the same thread.
    func beginGathering()

    /// Ends what ``beginGathering()`` began.
    func endGathering()

    /// As ``submit(_:completion:)``, for essential work while the storage is full: such transactions are still admitted
    /// and may use the reserved space (``DatabaseConfiguration/reserveBytes``).
    func submitEssential<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void)

    /// Queues a read of one snapshot, off the cooperative pool; `completion` runs on the reader's thread.
    func query<T: Sendable>(
        _ body: @escaping @Sendable (Reader) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void)

    /// Sets the one hook that runs inside each shared transaction, after its last body and before its commit. An error from
    /// it fails all transactions of that commit. It does not run when none of them succeeded.
    func beforeCommit(_ hook: @escaping @Sendable (Transaction) throws -> Void)

    /// Sets the one hook that is told what other nodes have changed: inside a transaction, before the first body of a commit, so that what it leaves in memory holds for
    /// all of them. What it changes there stays when the transaction is rolled back. Never called where there are no other nodes.
    func afterOthers(_ hook: @escaping @Sendable (Transaction, TurnsOfOthers) throws -> Void)

    /// Sets the one hook that runs on the writer's thread after the last completion of each commit, to hand on in one
    /// go what the completions collected.
    func afterCompletions(_ hook: @escaping @Sendable () -> Void)

    /// Counters since opening, and queue lengths.
    var statistics: DatabaseStatistics { get }

    /// Checks whether a full storage can be written again; a no-op without a problem.
    func tryToRecover() async

    /// Finishes accepted work, then closes. Later submissions fail as unavailable.
    func close() async throws
}

extension Database {
    public func beginGathering() {}

    public func endGathering() {}

    public func afterOthers(_ hook: @escaping @Sendable (Transaction, TurnsOfOthers) throws -> Void) {}

    public func submit(_ pending: PendingTransaction) { submitBody(of: pending) }

    /// Submits a transaction's body and completion as closures.
    func submitBody(of pending: PendingTransaction) {
        submit(pending.run) { result in
            if case .failure(let error) = result { pending.fail(error) }
            pending.complete()
        }
    }

    public func submitInBackground<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) { submit(body, completion: completion) }

    /// Runs a background transaction, as ``submitInBackground(_:completion:)``.
    /// - Throws: What `body` throws, ``DatabaseError``, or `CancellationError` when the task was cancelled before the call.
    @discardableResult
    nonisolated(nonsending) public func writeInBackground<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        return try await withUnsafeThrowingContinuation { continuation in
            submitInBackground(body) { continuation.resume(with: $0) }
        }
    }

    public func submitEssential<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        submit(body, completion: completion)
    }

    public func tryToRecover() async {}

    /// As ``write(_:)`` by ``submitEssential(_:completion:)``.
    /// - Throws: What `body` throws, ``DatabaseError``, or `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func writeEssential<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        return try await withUnsafeThrowingContinuation { continuation in
            submitEssential(body) { continuation.resume(with: $0) }
        }
    }

    /// Runs a transaction and waits until it is durable.
    ///
    /// A task cancelled before this call submits nothing. A submitted transaction always runs, and its result is
    /// returned even if the task is cancelled meanwhile: the outcome is never uncertain.
    /// - Throws: What `body` throws, ``DatabaseError``, or `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func write<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        return try await withUnsafeThrowingContinuation { continuation in
            submit(body) { continuation.resume(with: $0) }
        }
    }

    /// Reads one snapshot: all statements of `body` see the same committed state.
    /// - Throws: What `body` throws, ``DatabaseError``, or `CancellationError` when the task was cancelled before the call.
    nonisolated(nonsending) public func read<T: Sendable>(
        _ body: @escaping @Sendable (Reader) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        return try await withUnsafeThrowingContinuation { continuation in
            query(body) { continuation.resume(with: $0) }
        }
    }
}
