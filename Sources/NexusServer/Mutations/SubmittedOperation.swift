import NexusCore
import NexusDatabase

/// An operation on its way through the writer. One object, not closures that each keep the operation: the hot path.
///
/// `@unchecked Sendable`: as `PendingTransaction`.
final class SubmittedOperation: PendingTransaction, @unchecked Sendable {
    private let operation: Operation
    private let user: UserID
    private let time: Timestamp
    private let service: any OperationPerformer
    private let publisher: Publisher
    private let completion: @Sendable (Result<Acknowledgement, Refusal>) -> Void
    private var applied: Applied?

    init(
        _ operation: Operation, by user: UserID, at time: Timestamp, service: any OperationPerformer,
        publisher: Publisher, completion: @escaping @Sendable (Result<Acknowledgement, Refusal>) -> Void
    ) {
        self.operation = operation
        self.user = user
        self.time = time
        self.service = service
        self.publisher = publisher
        self.completion = completion
        super.init()
    }

    override func run(_ transaction: Transaction) throws {
        applied = try service.apply(operation, by: user, in: transaction, now: time)
    }

    override func completed(_ failure: (any Error)?) {
        guard failure == nil, let applied = applied.take() else {
            return completion(.failure(Refusal(failure: failure ?? CancellationError())))
        }
        if let publication = applied.publication { publisher.publish(publication) }
        for publication in applied.furtherPublications { publisher.publish(publication) }
        if let own = applied.own { publisher.publish(own, to: user) }
        publisher.applied(operation, applied, by: user)
        completion(.success(applied.acknowledgement))
    }
}
