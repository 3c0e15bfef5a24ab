import NexusCore
import NexusDatabase

/// The path of operations to the writer, from the socket and from HTTP: limits their rate, queues the transaction, and
/// passes its changes to the publisher after the durable commit, in commit order.
final class OperationGate: Sendable {
    private let database: any Database
    private let service: any OperationPerformer
    private let publisher: Publisher
    private let limit: UserLimit
    private let now: @Sendable () -> Timestamp

    init(
        database: any Database, service: any OperationPerformer, publisher: Publisher, limit: UserLimit,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.database = database
        self.service = service
        self.publisher = publisher
        self.limit = limit
        self.now = now
    }

    /// Queues an operation. `completion` runs on the writer's thread after the commit, once its changes have been
    /// passed to the publisher.
    ///
    /// - Parameter time: when it arrived; now by default.
    func submit(
        _ operation: Operation, by user: UserID, at time: Timestamp? = nil,
        completion: @escaping @Sendable (Result<Acknowledgement, Refusal>) -> Void
    ) {
        do { try limit.take(user) } catch { return completion(.failure(error)) }
        database.submit(
            SubmittedOperation(
                operation, by: user, at: time ?? now(), service: service, publisher: publisher, completion: completion))
    }

    /// Changes conversations without an operation, on behalf of an administrator or by an invitation. Published in the order of
    /// commits, too.
    ///
    /// - Throws: the error of `body`, which rolls back, or `DatabaseError`.
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction, any OperationPerformer) throws -> (Value, [Publication])
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            database.submit { [service] transaction in
                try body(transaction, service)
            } completion: { [publisher] result in
                for publication in (try? result.get())?.1 ?? [] { publisher.publish(publication) }
                continuation.resume(with: result.map { $0.0 })
            }
        }
    }

    /// - Throws: `Refusal`.
    func apply(_ operation: Operation, by user: UserID) async throws -> Acknowledgement {
        let result: Result<Acknowledgement, Refusal> = await withCheckedContinuation { continuation in
            submit(operation, by: user) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }
}
