/// The seam between the server and SQL.
///
/// Three rules:
/// 1. Every change is a transaction. Transactions run one at a time, in the order they were submitted, and those that wait
///    share one durable commit; each is atomic on its own all the same.
/// 2. A body may be run again: when another transaction of the same commit fails after it has written, the commit is rolled
///    back and the others are repeated. So a body has no effect but through its transaction; what it changes in memory it
///    undoes in ``Transaction/onRollback(_:)``.
/// 3. What a body returned is true only once its completion has run: by then it is on the disk.
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

    /// As ``submit(_:completion:)``, for the little that must go on while the storage is full: it is let in then, and has the room that
    /// was set aside for it (``DatabaseConfiguration/reserveBytes``).
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

    /// Sets the one hook that runs on the writer's thread after the last completion of each commit: what the completions
    /// collected is handed on there at once rather than one by one.
    func afterCompletions(_ hook: @escaping @Sendable () -> Void)

    /// What was done so far and what waits.
    var statistics: DatabaseStatistics { get }

    /// Looks whether storage that could not be written can be again; without a problem it does nothing.
    func tryToRecover() async

    /// Finishes what was accepted, then closes. What comes later is refused as unavailable.
    func close() async throws
}

extension Database {
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
    /// A task cancelled before this call submits nothing. Once submitted a transaction is carried out, and its result
    /// returned, whether or not the task is cancelled meanwhile: what was written is never uncertain.
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
