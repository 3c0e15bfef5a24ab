/// A submitted transaction: body, then result, then completion.
protocol PendingTransaction: AnyObject, Sendable {
    /// Whether it is a background transaction, whose commit is separate and does not wait for the disk.
    var isInBackground: Bool { get }

    /// True once it has failed for good: a repeated commit leaves it out.
    var hasFailed: Bool { get }

    /// Runs the body and stores its result.
    func run(_ transaction: Transaction) throws

    /// Whether it may use the reserved space.
    var isEssential: Bool { get }

    /// Keeps `error` as the result.
    func fail(_ error: any Error)

    /// Forgets that it has failed, to be run once more.
    func retry()

    /// Passes the result to the submitter.
    func complete()
}

/// A transaction whose body returns `Value`.
///
/// `@unchecked Sendable`: the submitting thread makes it and hands it to the writer's queue (whose lock orders the
/// two); from then on only the thread that serves the queue touches it.
final class Pending<Value: Sendable>: PendingTransaction, @unchecked Sendable {
    private let body: @Sendable (Transaction) throws -> Value
    private let completion: @Sendable (Result<Value, any Error>) -> Void
    let isEssential: Bool
    private var result: Result<Value, any Error>?
    private(set) var hasFailed = false
    let isInBackground: Bool

    init(
        _ body: @escaping @Sendable (Transaction) throws -> Value,
        _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void, isEssential: Bool = false,
        isInBackground: Bool = false
    ) {
        self.isEssential = isEssential
        self.body = body
        self.isInBackground = isInBackground
        self.completion = completion
    }

    func run(_ transaction: Transaction) throws {
        result = .success(try body(transaction))
    }

    func fail(_ error: any Error) {
        hasFailed = true
        result = .failure(error)
    }

    func retry() {
        hasFailed = false
        result = nil
    }

    func complete() {
        completion(result ?? .failure(DatabaseError(.unavailable, detail: "not run")))
    }
}
