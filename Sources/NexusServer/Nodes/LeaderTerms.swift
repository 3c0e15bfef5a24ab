import NexusDatabase

/// The fence of ``Leadership``, in the memory of a node's writer: which time of leading is the latest, kept right by what other nodes tell.
///
/// `@unchecked Sendable`: used inside transactions of one database alone, which run one at a time.
final class LeaderTerms: @unchecked Sendable {
    /// The number of the latest time of leading; nil if there may be a later one.
    private var latest: Int64?

    /// Other nodes have told.
    ///
    /// - Parameter notes: nil if everything may have changed.
    func take(_ notes: [NodeNote]?, in transaction: Transaction) {
        transaction.preconditionIsRunning()
        guard let notes else { return latest = nil }
        for case .leader(let number) in notes { latest = number }
    }

    /// - Throws: `CancellationError`, if another time of leading has begun since.
    func check(_ term: Leadership.Term, _ transaction: Transaction) throws {
        transaction.preconditionIsRunning()
        if latest == nil { latest = try LeaderRepository.number(in: transaction) }
        guard latest == term.number else { throw CancellationError() }
    }

    /// Begins to lead: the node that led before cannot write any more.
    func begin(_ transaction: Transaction) throws -> Leadership.Term {
        transaction.preconditionIsRunning()
        let number = try LeaderRepository.next(transaction)
        let before = latest
        latest = number
        transaction.onRollback { [self] in latest = before }
        transaction.tellOthers(.leader(number))
        return Leadership.Term(number: number)
    }
}

/// The SQL of the node that leads.
enum LeaderRepository {
    /// The number of the last time that a node began to lead.
    static func number(in reader: Reader) throws -> Int64 {
        try reader.first("SELECT number FROM leader") { try $0.next() } ?? 0
    }

    /// Begins the next.
    static func next(_ transaction: Transaction) throws -> Int64 {
        try transaction.first(
            """
            INSERT INTO leader (one, number) VALUES (1, 1) ON CONFLICT (one) DO UPDATE SET number = leader.number + 1
            RETURNING number
            """
        ) { try $0.next() } ?? 0
    }
}
