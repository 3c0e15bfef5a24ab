import NexusCore
import NexusDatabase

/// Imports people, conversations and messages, one per line, into a database that no server has open.
///
/// Idempotent, so that a file can be imported again after it was cut short or grew.
public final class HistoryImport: Sendable {
    /// Counts of the lines.
    public struct Tally: Equatable, Sendable {
        public var users = 0
        public var conversations = 0
        public var messages = 0
        /// Lines whose person, conversation or message existed.
        public var known = 0
        /// Lines that were skipped.
        public var bad = 0

        public init() {}

        public static func += (sum: inout Tally, more: Tally) {
            sum.users += more.users
            sum.conversations += more.conversations
            sum.messages += more.messages
            sum.known += more.known
            sum.bad += more.bad
        }
    }

    /// The reason why a line was rejected. `message` is safe to show.
    public struct BadLine: Error, Equatable, Sendable {
        /// From 1.
        public var number: Int
        public var message: String
    }

    private let database: SQLDatabase
    private let epoch: DatabaseEpoch
    private let heads = ConversationHeads()
    private let now: @Sendable () -> Timestamp

    /// - Throws: `DatabaseError`, `database_in_use` while a server has it open.
    public init(_ configuration: DatabaseConfiguration, now: @escaping @Sendable () -> Timestamp) throws {
        (database, epoch) = try DatabaseEpoch.open(configuration, now: now)
        database.beforeCommit { [heads] in try heads.writeHeads($0) }
        database.afterCompletions { [heads, epoch] in epoch.committed(heads.changes) }
        self.now = now
    }

    /// Imports lines in one transaction.
    ///
    /// - Parameters:
    ///   - first: the number of the first of them in their file, from 1.
    ///   - skipped: called with each skipped line; `nil` to import all or none.
    /// - Throws: ``BadLine`` if none may be skipped, `DatabaseError`. Then none of these lines was imported.
    public func take(
        _ lines: [[UInt8]], from first: Int, skipped: (@Sendable (BadLine) -> Void)?
    ) async throws -> Tally {
        let time = now()
        return try await database.write { [heads] transaction in
            var taking = ImportTaking(heads: heads, now: time, transaction: transaction)
            for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) {
                do {
                    try taking.take(try ImportLine(line))
                } catch let problem as ImportProblem {
                    let bad = BadLine(number: first + index, message: problem.message)
                    guard let skipped else { throw bad }
                    skipped(bad)
                    taking.tally.bad += 1
                }
            }
            try taking.finish()
            return taking.tally
        }
    }

    public func close() async throws {
        try await database.close()
        epoch.close()
    }
}
