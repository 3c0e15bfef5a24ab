/// Runs the statements of one read: all of them see the same snapshot. Valid only inside the body it was given to.
public class Reader {
    unowned(unsafe) let connection: any EngineConnection
    var mayWrite: Bool { false }

    init(connection: any EngineConnection) {
        self.connection = connection
    }

    /// Gives each row of the result to `body`, in order.
    /// - Throws: ``DatabaseError``, or what `body` throws, which ends the statement.
    public final func rows(_ sql: SQL, _ values: SQLValue..., body: (inout Row) throws -> Void) throws {
        try rows(sql, values, body: body)
    }

    /// As ``rows(_:_:body:)-(_,SQLValue...,_)`` with the parameters in an array.
    public final func rows(_ sql: SQL, _ values: [SQLValue], body: (inout Row) throws -> Void) throws {
        try connection.rows(sql, values, mayWrite: mayWrite) { row in
            try body(&row)
            return true
        }
    }

    /// The first row of the result as `body` reads it, or nil when there is none. Further rows are not computed.
    public final func first<T>(_ sql: SQL, _ values: SQLValue..., body: (inout Row) throws -> T) throws -> T? {
        try first(sql, values, body: body)
    }

    /// As ``first(_:_:body:)-(_,SQLValue...,_)`` with the parameters in an array.
    public final func first<T>(_ sql: SQL, _ values: [SQLValue], body: (inout Row) throws -> T) throws -> T? {
        var result: T?
        try connection.rows(sql, values, mayWrite: mayWrite) { row in
            result = try body(&row)
            return false
        }
        return result
    }

    /// All rows of the result as `body` reads them, in order. The statement must bound how many there can be.
    public final func all<T>(_ sql: SQL, _ values: SQLValue..., body: (inout Row) throws -> T) throws -> [T] {
        try all(sql, values, body: body)
    }

    /// As ``all(_:_:body:)-(_,SQLValue...,_)`` with the parameters in an array.
    public final func all<T>(_ sql: SQL, _ values: [SQLValue], body: (inout Row) throws -> T) throws -> [T] {
        var result: [T] = []
        try connection.rows(sql, values, mayWrite: mayWrite) { row in
            result.append(try body(&row))
            return true
        }
        return result
    }
}

/// Runs the statements of one transaction, reads included. Valid only inside the body it was given to.
public final class Transaction: Reader {
    override var mayWrite: Bool { true }
    private var rollbackHooks: [RollbackHook] = []
    private let mark: ThreadMark
    /// Set while a background transaction runs: whether it should end now.
    var mustYield: (() -> Bool)?
    /// Nil where this process is the only writer.
    private let turns: SharedTurns?
    /// What the transactions of this commit tell the other nodes.
    private(set) var notes: [UInt8] = []

    init(connection: any EngineConnection, turns: SharedTurns? = nil) {
        self.turns = turns
        mark = connection.writing
        super.init(connection: connection)
    }

    /// Whether other nodes may write this database too.
    public var isShared: Bool { turns != nil }

    /// Whether no other node had the database open when this one opened it.
    public var isFirst: Bool { turns?.isFirst ?? true }

    /// Tells the other nodes what this transaction changes of what they may have in memory; a no-op where there are none. Each is given it, with the
    /// rest of the commit's, by ``Database/afterOthers(_:)``.
    /// - Parameter note: in a form that tells where it ends.
    public func tellOthers(_ note: some Collection<UInt8>) {
        guard turns != nil else { return }
        let count = notes.count
        notes += note
        onRollback { [unowned self] in notes.removeLast(notes.count - count) }
    }

    /// Whether a background transaction has used its time, or other transactions wait: it should end with what it has done so far.
    /// Always false in other transactions.
    public var shouldYield: Bool { mustYield?() ?? false }

    /// Runs a statement to its end. An engine may send it later, with the next statement that returns something.
    /// - Throws: ``DatabaseError``. A refused statement changes nothing; the transaction may go on.
    public func run(_ sql: SQL, _ values: SQLValue...) throws {
        try connection.run(sql, values)
    }

    /// As ``run(_:_:)-(_,SQLValue...)`` with the parameters in an array.
    public func run(_ sql: SQL, _ values: [SQLValue]) throws {
        try connection.run(sql, values)
    }

    /// Runs a statement to its end, as ``run(_:_:)-(_,SQLValue...)``, and waits for it.
    /// - Returns: How many rows it inserted, updated or deleted.
    /// - Throws: ``DatabaseError``. A refused statement changes nothing; the transaction may go on.
    public func count(_ sql: SQL, _ values: SQLValue...) throws -> Int {
        try connection.count(sql, values)
    }

    /// As ``count(_:_:)-(_,SQLValue...)`` with the parameters in an array.
    public func count(_ sql: SQL, _ values: [SQLValue]) throws -> Int {
        try connection.count(sql, values)
    }

    /// Inserts a row unless one with its key exists: `INSERT … ON CONFLICT … DO NOTHING`. An engine that would have to wait for the answer may
    /// say that it was inserted, and run the transactions of this commit again, waiting for each, if it was not.
    /// - Returns: whether it was inserted.
    /// - Throws: ``DatabaseError``. A refused statement changes nothing; the transaction may go on.
    public func insert(_ sql: SQL, _ values: SQLValue...) throws -> Bool {
        try connection.insert(sql, values)
    }

    /// Runs several statements without parameters, separated by `;`, with the placeholders of ``Dialect`` replaced: for
    /// migrations.
    public func script(_ text: String) throws {
        try connection.script(connection.dialect.expand(text))
    }

    /// Erases what this transaction deletes or overwrites from the write-ahead log as well, within
    /// ``DatabaseConfiguration/eraseInterval`` of the commit or, at the latest, once the reads under way have ended. Many
    /// transactions share one erasure.
    public func eraseTraces() {
        connection.mustErase = true
    }

    /// Registers what undoes this body's changes in memory. Hooks run on the writer, last registered first, when this
    /// transaction is rolled back for any reason: its own error, another's (it is then run again), or the commit's.
    public func onRollback(_ hook: @escaping () -> Void) {
        rollbackHooks.append(.closure(hook))
    }

    /// As ``onRollback(_:)-(()->Void)``, for what each of many transactions registers: it allocates nothing.
    public func onRollback(_ memory: any RestorableMemory, _ part: AnyObject, to state: Int64) {
        rollbackHooks.append(.part(memory, part, state))
    }

    /// Checks that this transaction is being carried out, by the calling thread; ends the process if it is not. For memory that belongs to the writer.
    public func preconditionIsRunning() {
        precondition(mark.isCalling, "outside of the transaction")
    }

    /// How many hooks are registered.
    var rollbackHookCount: Int { rollbackHooks.count }

    /// Undoes, newest first, what was registered since there were `count` hooks.
    func rollBackMemory(to count: Int) {
        while rollbackHooks.count > count { rollbackHooks.removeLast().run() }
    }

    /// The commit is done: nothing is undone any more.
    func forgetRollbackHooks() {
        rollbackHooks.removeAll(keepingCapacity: true)
        notes.removeAll(keepingCapacity: true)
    }
}
