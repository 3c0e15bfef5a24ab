/// A connection to a database, whatever its engine: it runs statements, and the statements that frame transactions.
///
/// Everything but ``exclusively(_:)`` and ``close()`` is used inside `exclusively`, which admits one caller at a time;
/// ``mustErase`` and ``logBytes`` by the committing thread alone.
protocol EngineConnection: AnyObject, Sendable {
    /// The words of this engine.
    var dialect: Dialect { get }

    /// True when a statement has changed something since the caller last cleared it. An engine that learns it late says true early.
    var hasWritten: Bool { get set }

    /// Set when nothing more can run in this transaction: the caller rolls back.
    var failure: DatabaseError? { get }

    /// Whether ``failure`` says nothing of the bodies: the transaction may succeed when it is run again, with `isRepeated`.
    var mustRepeat: Bool { get }

    /// Set by a transaction after which the write-ahead log must be erased; cleared by the writer.
    var mustErase: Bool { get set }

    /// The size of the write-ahead log in use, in bytes, where this process keeps one.
    var logBytes: Int64 { get }

    /// Counts the sessions with a server of the database: what is known of other writers holds within one. Always the same for a file.
    var sessionNumber: Int { get }

    /// The thread that carries out transactions on this connection now.
    var writing: ThreadMark { get }

    /// Runs `body` with the connection to itself.
    func exclusively<T>(_ body: () throws -> T) rethrows -> T

    /// Closes the connection; nothing may use it afterwards.
    func close() throws

    /// Runs a statement to its end. Its error may come from a later statement, or from the commit.
    func run(_ sql: SQL, _ values: [SQLValue]) throws

    /// Runs a statement to its end and returns how many rows it changed.
    func count(_ sql: SQL, _ values: [SQLValue]) throws -> Int

    /// Runs an `INSERT … ON CONFLICT … DO NOTHING` of one row, and returns whether it was inserted. While transactions are not repeated an engine may
    /// say so without knowing, if it gives the transaction up should it be wrong, with ``mustRepeat``.
    func insert(_ sql: SQL, _ values: [SQLValue]) throws -> Bool

    /// Gives each row to `body` until it returns false.
    func rows(_ sql: SQL, _ values: [SQLValue], mayWrite: Bool, body: (inout Row) throws -> Bool) throws

    /// Runs the statements of `text`, which take no parameters, in order.
    func script(_ text: String) throws

    /// Whether commits wait for the disk. Only between transactions. Where it cannot be set they do.
    func setDurable(_ isDurable: Bool)

    /// - Parameter isRepeated: the transaction is run again: each error is that of its own statement, which is undone alone.
    func beginWriting(isRepeated: Bool) throws

    func beginReading() throws

    /// Commits. A constraint that was checked late is thrown as such.
    func commit() throws

    func savepoint() throws
    func releaseSavepoint() throws
    func rollBackToSavepoint() throws

    /// Rolls the transaction back and makes the connection usable again.
    func rollBack()
}

extension EngineConnection {
    var sessionNumber: Int { 0 }

    func insert(_ sql: SQL, _ values: [SQLValue]) throws -> Bool { try count(sql, values) == 1 }
}
