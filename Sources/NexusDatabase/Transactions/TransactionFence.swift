/// What is checked first in each transaction that a task, or one that it has started, submits to a database that several nodes write: for work that only one of them
/// may do.
///
/// A structure and no mere closure: optimised, Swift 6.3 gives a task-local optional closure no type at run time, and the process crashes.
public struct TransactionFence: Sendable {
    /// Of the current task.
    @TaskLocal public static var current: TransactionFence?

    private let check: @Sendable (Transaction) throws -> Void

    /// - Parameter check: an error from it undoes the transaction.
    public init(check: @escaping @Sendable (Transaction) throws -> Void) { self.check = check }

    /// `body`, behind the fence of the current task.
    static func guarded<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T)
        -> @Sendable (Transaction) throws -> T
    {
        guard let current else { return body }
        return { transaction in
            try current.check(transaction)
            return try body(transaction)
        }
    }
}
