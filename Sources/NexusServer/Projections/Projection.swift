import NexusCore
import NexusDatabase

/// Something made of messages that must follow their changes: a search index, vectors, insights.
///
/// It has two halves. Inside the transaction that edits or deletes a message it undoes what it had made of the earlier text, so that nobody
/// is shown that from the commit on. After the commit a ``Follower`` has it catch up with what is new, in steps, from a cursor that it keeps
/// in its own tables and moves in the transaction that writes what it made.
///
/// A new projection is one file and one line in the `projections` of a part of the server.
protocol Projection: Sendable {
    /// Its name in metrics, in `/health` and in `skipped_rows`: a lowercase word.
    var name: String { get }

    /// Whether anything is caught up here: false where a part it needs is missing or off. Its undoing is called all the same.
    var isFollowed: Bool { get }

    // MARK: In the transaction of a change

    /// Undoes what was made of a message that this transaction edits or deletes.
    /// - Parameter message: its new state.
    func messageChanged(from old: Message, to message: Message, _ transaction: Transaction) throws

    /// Undoes what was made of a conversation whose members now allow or forbid that artificial intelligence reads it.
    func consentChanged(to allowsAI: Bool, in conversation: ConversationID, _ transaction: Transaction) throws

    // MARK: After the commit

    /// Whether a committed change leaves something to catch up with. Called on the writer's thread.
    func concerns(_ change: Change) -> Bool

    /// Prepares its tables, once after each start.
    func begin(_ transaction: Transaction) throws

    /// Conversations behind its cursor, those that moved last first, at most `limit`.
    func behind(limit: Int, _ reader: Reader) throws -> [ConversationID]

    /// How many changes of conversations lie behind its cursor; an estimate for metrics.
    func remaining(_ reader: Reader) throws -> Int64

    /// Takes a step in these conversations, none of which need have anything new. A step is repeated after an error, so it must be
    /// idempotent: the cursor moves in the transaction that writes.
    /// - Returns: The conversations that have more.
    /// - Throws: What the database throws, which is retried; anything else sets the conversation aside, alone if there are several.
    func follow(_ conversations: [ConversationID], _ work: CatchUp) async throws -> Set<ConversationID>

    /// Takes a step in what does not go by conversation. Runs once nothing is behind.
    /// - Returns: Whether all of it is done.
    func followHistory(_ work: CatchUp) async throws -> Bool

    /// Shows what it counts.
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
