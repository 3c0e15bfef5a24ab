import Synchronization

/// How long background work rests between its transactions: only while others come in, whose writer it shares.
final class CatchUpPace: Sendable {
    /// Transactions since the last look from which the writer counts as busy.
    private static let busy = 16
    /// How many times as long as it worked it then rests: its share of the writer is a tenth at most, commits included.
    private static let factor = 8

    private let seen = Atomic(0)

    /// - Parameters:
    ///   - worked: how long the transaction took, without its commit.
    ///   - transactions: that were carried out in all.
    /// - Returns: How long to rest; nil where nobody else comes in.
    func rest(after worked: Duration, transactions: Int) -> Duration? {
        let since = transactions - seen.exchange(transactions, ordering: .relaxed)
        return since > Self.busy ? worked * Self.factor : nil
    }
}
