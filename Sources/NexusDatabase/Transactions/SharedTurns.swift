import Synchronization

/// The turns of the nodes that write one database at once (docs/decisions/0029). Each commit of any node takes the next turn, by a row that it locks to
/// its end: so commits are serial, and a node whose last turn is the one before knows that what it has in memory is still true. Otherwise it
/// is told first, inside its transaction, what the others have told by ``Transaction/tellOthers(_:)``.
///
/// `@unchecked Sendable`: used by the one thread that carries out transactions; the hook has a lock of its own.
final class SharedTurns: @unchecked Sendable {
    /// Called with what others have changed, before the first body of a commit.
    typealias Hook = @Sendable (Transaction, TurnsOfOthers) throws -> Void

    /// Turns whose notes are kept: a node that has slept through more forgets all that it has in memory.
    static let kept: Int64 = 8_192
    /// Turns between two removals of older ones.
    private static let removal: Int64 = 512
    /// Bytes of notes of one commit. One that tells more lets the others forget everything.
    private static let notesLimit = 128 << 10

    /// The number of this node: no other one, before or later, has it.
    let node: Int64
    /// Whether no other node had the database open when this one opened it.
    let isFirst: Bool
    private let hook = Mutex<Hook?>(nil)
    /// The last turn whose changes this node knows, and the session that it holds for; nil if there may be others.
    private var known: (turn: Int64, session: Int)?
    /// The turn of the transaction that runs.
    private var current: Int64 = 0

    init(node: Int64, isFirst: Bool) {
        self.node = node
        self.isFirst = isFirst
    }

    /// The tables, in the words of ``Dialect``. One row is changed by every commit.
    static let tables = """
        CREATE TABLE IF NOT EXISTS nexus_turn (
            one {integer} PRIMARY KEY NOT NULL CHECK (one = 1), turn {integer} NOT NULL) {strict};
        CREATE TABLE IF NOT EXISTS nexus_turns (
            turn {integer} PRIMARY KEY NOT NULL, node {integer} NOT NULL, notes {blob}) {strict};
        INSERT INTO nexus_turn VALUES (1, 0) ON CONFLICT (one) DO NOTHING;
        """

    func setHook(_ hook: @escaping Hook) { self.hook.withLock { $0 = hook } }

    /// Waits for the commit of another node that is under way, if there is one, takes the next turn, and tells what others have changed since the last one
    /// of this node. The first of a transaction.
    func take(_ transaction: Transaction) throws {
        let session = transaction.connection.sessionNumber
        let last = known.flatMap { $0.session == session ? $0.turn : nil }
        // Sent together: one wait. The second sees what was committed while the first one waited.
        try transaction.run("UPDATE nexus_turn SET turn = turn + 1 WHERE one = 1")
        var turn: Int64 = 0
        var others = TurnsOfOthers.Reading(after: last)
        try transaction.rows(
            """
            SELECT w.turn, t.turn, t.node, t.notes FROM nexus_turn AS w LEFT JOIN nexus_turns AS t ON t.turn > $1
            WHERE w.one = 1 ORDER BY t.turn
            """, .integer(last ?? .max)
        ) { row in
            turn = try row.next()
            if let number = try row.next(Int64?.self) { others.add(number, try row.next(), try row.next()) }
        }
        guard turn > 0 else { throw DatabaseError(.corrupt, detail: "the table nexus_turn is empty") }
        current = turn
        guard last != turn - 1 else { return }
        // Should the hook not come to its end, all is forgotten the next time.
        known = nil
        let hook = hook.withLock { $0 }
        try hook?(transaction, others.result(before: turn))
        known = (turn - 1, session)
    }

    /// Writes down what this commit tells. The last of a transaction.
    func sign(_ transaction: Transaction) throws {
        let notes = transaction.notes
        try transaction.run(
            "INSERT INTO nexus_turns (turn, node, notes) VALUES ($1, $2, $3)", .integer(current), .integer(node),
            notes.count > Self.notesLimit ? .null : .blob(notes))
        guard current.isMultiple(of: Self.removal) else { return }
        try transaction.run("DELETE FROM nexus_turns WHERE turn <= $1", .integer(current - Self.kept))
    }

    /// The commit took place.
    func committed() {
        guard let known else { return }
        self.known = (current, known.session)
    }
}

/// What other nodes have changed since a turn.
public struct TurnsOfOthers: Sendable, Equatable {
    /// What each commit told by ``Transaction/tellOthers(_:)``, in order; nil if that is not known: everything may have changed.
    public let notes: [[UInt8]]?

    public init(notes: [[UInt8]]?) { self.notes = notes }

    /// Reads the rows of turns, in order.
    struct Reading {
        private var next: Int64?
        private var notes: [[UInt8]]? = []

        /// - Parameter turn: the last one that is known; nil for none.
        init(after turn: Int64?) { next = turn.map { $0 + 1 } }

        mutating func add(_ turn: Int64, _ node: Int64, _ told: [UInt8]?) {
            guard turn == next, let told else { return notes = nil }
            next = turn + 1
            notes?.append(told)
        }

        /// - Parameter turn: the first that is not asked for.
        func result(before turn: Int64) -> TurnsOfOthers { TurnsOfOthers(notes: next == turn ? notes : nil) }
    }
}

/// A look at the turns from outside of transactions, by a reader: for what goes on between commits of this node.
public struct TurnReader: Sendable {
    private let node: Int64
    private var last: Int64?

    init(node: Int64) { self.node = node }

    /// What other nodes have committed since the last look; nil if nothing. The first look tells nothing.
    /// - Throws: ``DatabaseError``.
    public mutating func look(_ reader: Reader) throws -> TurnsOfOthers? {
        var turn: Int64 = 0
        var others = TurnsOfOthers.Reading(after: last)
        var hasOthers = false
        try reader.rows(
            """
            SELECT w.turn, t.turn, t.node, t.notes FROM nexus_turn AS w LEFT JOIN nexus_turns AS t ON t.turn > $1
            WHERE w.one = 1 ORDER BY t.turn
            """, .integer(last ?? .max)
        ) { row in
            turn = try row.next()
            guard let number = try row.next(Int64?.self) else { return }
            let isOwn = try row.next(Int64.self) == node
            let told = try row.next([UInt8]?.self)
            if !isOwn { hasOthers = true }
            others.add(number, node, isOwn ? [] : told)
        }
        defer { last = turn }
        guard let last, last != turn else { return nil }
        let result = others.result(before: turn + 1)
        return hasOthers || result.notes == nil ? result : nil
    }
}
