import NexusCore
import NexusDatabase

/// Carries out one operation inside a transaction: the use cases above the kernel, as ``OperationGate`` sees them.
protocol OperationPerformer: Sendable {
    var heads: ConversationHeads { get }
    /// The projections of messages.
    var projections: Projections { get }

    /// - Throws: `Refusal`, or `DatabaseError` when the storage fails. Either undoes the transaction.
    func apply(
        _ operation: Operation, by user: UserID, in transaction: Transaction, now: Timestamp
    ) throws -> Applied
}

extension OperationPerformer {
    /// The context of a change that is no operation of its user, such as an administrator's.
    ///
    /// - Parameter id: what the change is recorded under.
    func context(
        _ id: OperationID, of user: UserID, at time: Timestamp, _ transaction: Transaction
    ) -> OperationContext {
        OperationContext(
            id: id, user: user, now: time, heads: heads, projections: projections, transaction: transaction)
    }
}
