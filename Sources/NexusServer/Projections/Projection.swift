import NexusCore
import NexusDatabase

/// Data derived from messages that must follow their changes: a search index, vectors, insights.
///
/// It has two halves. Inside the transaction that edits or deletes a message it removes what it derived from the
/// earlier text, so that it is invisible from the commit on. After the commit a ``Follower`` lets it catch up in steps,
/// from a cursor in its own tables that moves in the same transaction as the results.
///
/// A new projection is one file and one line in the `projections` of a part of the server.
protocol Projection: Sendable {
    /// Its name in metrics, in `/health` and in `skipped_rows`: a lowercase word.
    var name: String { get }

    /// Whether it catches up: false if a component it needs is missing or off. Removals run in any case.
    var isFollowed: Bool { get }

    // MARK: In the transaction of a change

    /// Removes the data of a message that this transaction edits or deletes.
    /// - Parameter message: its new state.
    func messageChanged(from old: Message, to message: Message, _ transaction: Transaction) throws

    /// Removes the data of a conversation whose members now allow or forbid AI.
    func consentChanged(to allowsAI: Bool, in conversation: ConversationID, _ transaction: Transaction) throws

    // MARK: After the commit

    /// Whether a committed change has work. Called on the writer's thread.
    func concerns(_ change: Change) -> Bool

    /// Prepares its tables, once after each start.
    func begin(_ transaction: Transaction) throws

    /// Conversations behind its cursor, those that moved last first, at most `limit`.
    func behind(limit: Int, _ reader: Reader) throws -> [ConversationID]

    /// The number of changes behind its cursor; an estimate for metrics.
    func remaining(_ reader: Reader) throws -> Int64

    /// Takes a step in these conversations, which need not have work. A step is repeated after an error, so it must be
    /// idempotent: the cursor moves in the same transaction as the results.
    /// - Returns: The conversations with more work.
    /// - Throws: A database error, which is retried; other errors set the conversation aside, found by retrying each
    ///   alone.
    func follow(_ conversations: [ConversationID], _ work: CatchUp) async throws -> Set<ConversationID>

    /// Takes a step in what does not go by conversation. Runs once nothing is behind.
    /// - Returns: Whether all of it is done.
    func followHistory(_ work: CatchUp) async throws -> Bool

    /// Registers its metrics.
    func register(in registry: MetricsRegistry)
}

extension Projection {
    var isFollowed: Bool { true }
    func messageChanged(from old: Message, to message: Message, _ transaction: Transaction) throws {}
    func consentChanged(to allowsAI: Bool, in conversation: ConversationID, _ transaction: Transaction) throws {}
    func concerns(_ change: Change) -> Bool { !change.messages.isEmpty }
    func begin(_ transaction: Transaction) throws {}
    func behind(limit: Int, _ reader: Reader) throws -> [ConversationID] { [] }
    func remaining(_ reader: Reader) throws -> Int64 { 0 }
    func followHistory(_ work: CatchUp) async throws -> Bool { true }
    func register(in registry: MetricsRegistry) {}
}
