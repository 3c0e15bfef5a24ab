import NexusDatabase
import Synchronization

/// The rest of background work between its steps, while live traffic keeps the writer busy.
final class CatchUpPace: Sendable {
    /// Live transactions a second from which the writer counts as busy.
    static let busyRate = 200.0
    /// The time over which they are counted.
    static let window = Duration.milliseconds(50)
    /// The ratio of rest to work in transactions: their share of the writer is a seventeenth at most, and as much for their commits.
    static let writingRest = 16
    /// The ratio of rest to processor time in computations: a projection's share of a processor is 3 % at most.
    static let computingRest = 32

    private struct Sample {
        var transactions: Int
        var time: Duration
        var isBusy = false
    }

    private let sample = Mutex<Sample?>(nil)

    /// Whether live traffic keeps the writer busy, as of the last whole ``window``.
    /// - Parameter now: time since any fixed moment.
    func isBusy(_ statistics: DatabaseStatistics, at now: Duration) -> Bool {
        let transactions = statistics.transactions - statistics.backgroundTransactions
        return sample.withLock { sample in
            guard let last = sample else {
                sample = Sample(transactions: transactions, time: now)
                return false
            }
            guard now - last.time >= Self.window else { return last.isBusy }
            let rate = Double(transactions - last.transactions) / ((now - last.time) / .seconds(1))
            sample = Sample(transactions: transactions, time: now, isBusy: rate > Self.busyRate)
            return rate > Self.busyRate
        }
    }
}
