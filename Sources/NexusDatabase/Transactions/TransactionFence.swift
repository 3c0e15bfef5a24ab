/// What is checked first in each transaction that a task, or one that it has started, submits to a database that several nodes write: for work that only one of them
/// may do.
public enum TransactionFence {
    /// An error from it undoes the transaction.
    @TaskLocal public static var check: (@Sendable (Transaction) throws -> Void)?

    /// `body`, behind the check of the current task.
    static func guarded<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T)
        -> @Sendable (Transaction) throws -> T
    {
        guard let check else { return body }
        return { transaction in
            try check(transaction)
            return try body(transaction)
        }
    }
}
