import Synchronization

/// The rest of background work between its transactions, while others use the writer.
final class CatchUpPace: Sendable {
    /// Transactions since the last check from which the writer counts as busy.
    private static let busy = 16
    /// The ratio of rest to work: its share of the writer is a tenth at most, commits included.
    private static let factor = 8

    private let seen = Atomic(0)

    /// - Parameters:
    ///   - worked: the duration of the transaction, without its commit.
    ///   - transactions: the total of transactions.
    /// - Returns: The rest; nil if the writer is not busy.
    func rest(after worked: Duration, transactions: Int) -> Duration? {
        let since = transactions - seen.exchange(transactions, ordering: .relaxed)
        return since > Self.busy ? worked * Self.factor : nil
    }
}
