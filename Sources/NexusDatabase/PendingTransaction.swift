/// A submitted transaction on its way: body, then result, then completion.
///
/// `@unchecked Sendable`: the submitting thread makes it and hands it to the writer's queue (whose lock orders the two);
/// from then on only the thread that runs the commit touches it.
class PendingTransaction: @unchecked Sendable {
    /// True once it has failed for good: a repeated commit leaves it out.
    fileprivate(set) var hasFailed = false

    /// Runs the body and keeps what it returned.
    func run(_ transaction: Transaction) throws { preconditionFailure("abstract") }

    /// Keeps `error` as the result.
    func fail(_ error: any Error) { hasFailed = true }

    /// Tells the submitter the result.
    func complete() {}
}

/// ``PendingTransaction`` for a body that returns `Value`.
///
/// `@unchecked Sendable`: as its parent.
final class Pending<Value: Sendable>: PendingTransaction, @unchecked Sendable {
    private let body: @Sendable (Transaction) throws -> Value
    private let completion: @Sendable (Result<Value, any Error>) -> Void
    private var result: Result<Value, any Error>?

    init(
        _ body: @escaping @Sendable (Transaction) throws -> Value,
        _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.body = body
        self.completion = completion
    }

    override func run(_ transaction: Transaction) throws {
        result = .success(try body(transaction))
    }

    override func fail(_ error: any Error) {
        super.fail(error)
        result = .failure(error)
    }

    override func complete() {
        completion(result ?? .failure(DatabaseError(.unavailable, detail: "not run")))
    }
}
