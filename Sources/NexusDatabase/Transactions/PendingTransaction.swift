/// A transaction on its way through the writer: body, then result, then completion.
///
/// A subclass is one object with all that ``Database/submit(_:)`` needs, where closures would be several: for what runs
/// tens of thousands of times a second.
///
/// `@unchecked Sendable`: the submitting thread makes it and hands it to the writer's queue (whose lock orders the
/// two); from then on only the thread that serves the queue touches it.
open class PendingTransaction: @unchecked Sendable {
    /// Whether it is a background transaction, whose commit is separate and does not wait for the disk.
    final let isInBackground: Bool
    /// Whether it may use the reserved space.
    final let isEssential: Bool
    private final var failure: (any Error)?

    /// One that is neither in the background nor essential.
    public init() {
        isInBackground = false
        isEssential = false
    }

    init(isEssential: Bool, isInBackground: Bool) {
        self.isInBackground = isInBackground
        self.isEssential = isEssential
    }

    /// Runs the body and keeps its result, in place of one that an earlier run kept. Called on the writer.
    /// - Throws: what undoes the transaction.
    open func run(_ transaction: Transaction) throws {}

    /// Passes the result to the submitter. Called once: on the writer after the commit, or on the submitting thread if it is refused.
    /// - Parameter failure: why nothing was committed; nil if it was.
    open func completed(_ failure: (any Error)?) {}

    /// True once it has failed for good: a repeated commit leaves it out.
    final var hasFailed: Bool { failure != nil }

    /// Keeps `error` as the result.
    final func fail(_ error: any Error) { failure = error }

    /// Forgets that it has failed, to be run once more.
    final func retry() { failure = nil }

    final func complete() { completed(failure) }
}

/// A transaction whose body returns `Value`.
final class Pending<Value: Sendable>: PendingTransaction, @unchecked Sendable {
    private let body: @Sendable (Transaction) throws -> Value
    private let completion: @Sendable (Result<Value, any Error>) -> Void
    private var value: Value?

    init(
        _ body: @escaping @Sendable (Transaction) throws -> Value,
        _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void, isEssential: Bool = false,
        isInBackground: Bool = false
    ) {
        self.body = body
        self.completion = completion
        super.init(isEssential: isEssential, isInBackground: isInBackground)
    }

    override func run(_ transaction: Transaction) throws { value = try body(transaction) }

    override func completed(_ failure: (any Error)?) {
        if let failure { return completion(.failure(failure)) }
        guard let value = value.take() else {
            return completion(.failure(DatabaseError(.unavailable, detail: "not run")))
        }
        completion(.success(value))
    }
}
