/// Runs work once for all callers that ask for the same key at the same time. Work that no caller waits for any longer is
/// cancelled.
actor SharedWork<Key: Hashable & Sendable, Value: Sendable> {
    private struct Flight {
        var number: Int
        var task: Task<Void, Never>?
        var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
    }

    private var flights: [Key: Flight] = [:]
    private var last = 0

    /// The result of `work`, or of the same key's work that runs already.
    ///
    /// - Throws: the error of the work; `CancellationError` when the caller is cancelled.
    func value(
        of key: Key, by work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        last += 1
        let waiter = last
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { join(key, waiter, $0, work) }
        } onCancel: {
            // Runs on this actor after `join`, which does not suspend.
            Task { await leave(key, waiter) }
        }
    }

    /// Cancels all work; its callers get a `CancellationError`.
    func cancelAll() {
        let cancelled = flights.values
        flights = [:]
        for flight in cancelled {
            flight.task?.cancel()
            for waiter in flight.waiters.values { waiter.resume(throwing: CancellationError()) }
        }
    }

    private func join(
        _ key: Key, _ waiter: Int, _ continuation: CheckedContinuation<Value, any Error>,
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        if flights[key] != nil {
            flights[key]?.waiters[waiter] = continuation
            return
        }
        flights[key] = Flight(number: waiter, waiters: [waiter: continuation])
        flights[key]?.task = Task {
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            finish(key, waiter, result)
        }
    }

    private func leave(_ key: Key, _ waiter: Int) {
        guard let continuation = flights[key]?.waiters.removeValue(forKey: waiter) else { return }
        if flights[key]?.waiters.isEmpty == true { flights.removeValue(forKey: key)?.task?.cancel() }
        continuation.resume(throwing: CancellationError())
    }

    private func finish(_ key: Key, _ number: Int, _ result: Result<Value, any Error>) {
        // Another one may run since this was cancelled.
        guard flights[key]?.number == number, let flight = flights.removeValue(forKey: key) else { return }
        for waiter in flight.waiters.values { waiter.resume(with: result) }
    }
}
