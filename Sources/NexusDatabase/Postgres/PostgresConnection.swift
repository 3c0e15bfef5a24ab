import CPostgres
import Foundation
import Synchronization

/// A connection to a PostgreSQL server, which reconnects when its session is lost.
///
/// A writing transaction first runs at full speed: statements that return nothing are only sent, and their errors come
/// with the next one that returns something, or with the commit. PostgreSQL gives up the whole transaction at the first error. Then
/// ``mustRepeat`` is true, and ``GroupCommit`` runs it again with `isRepeated`: now each statement is waited for, and has a
/// savepoint, so that a refused one changes nothing and the others stay.
///
/// `@unchecked Sendable`: everything but ``exclusively(_:)`` and ``close()`` is used only inside `exclusively`.
final class PostgresConnection: EngineConnection, @unchecked Sendable {
    /// How long a transaction waits for a server that does not answer before it fails.
    private static let writerPatience: TimeInterval = 10
    private static let readerPatience: TimeInterval = 3

    private let address: PostgresAddress
    /// Nil for a reader.
    private let ownership: PostgresOwnership?
    private let lock = NSLock()
    private var session: PostgresSession?
    private(set) var sessionNumber = 0
    private var cache = StatementCache<PostgresStatement>()
    /// Those of ``insert(_:_:)`` without what they do on a conflict.
    private var insertions = StatementCache<PostgresStatement>()
    private var names = PostgresNames()
    private var parameters = PostgresParameters()
    private var isClosed = false
    /// Whether a lost session is not waited for any more.
    private let isEnding = Atomic(false)

    private enum Mode {
        case idle, reading
        /// Whether each statement has a savepoint.
        case writing(isRepeated: Bool)
    }
    private var mode = Mode.idle
    private var isDurable = true
    /// Whether this transaction has sent a statement that writes.
    private var mustSign = false
    /// Set once another process has taken the right to write: memory of this one may be out of date.
    private var hasLostRight: DatabaseError?

    var dialect: Dialect { .postgres }
    var hasWritten = false
    private(set) var failure: DatabaseError?
    private(set) var mustRepeat = false
    var mustErase = false
    let logBytes: Int64 = 0
    let writing = ThreadMark()

    /// Connects as a reader.
    /// - Parameter connects: false leaves it to the first transaction.
    /// - Throws: ``DatabaseError``.
    init(reading address: PostgresAddress, connects: Bool = true) throws {
        self.address = address
        ownership = nil
        session = connects ? try PostgresSession(address, name: "nexus reader") : nil
    }

    /// Connects as a writer: the only one, or one of the nodes that share the database.
    /// - Throws: ``DatabaseError`` (`database_in_use`), if another process writes this database that does not share it.
    init(writing address: PostgresAddress, isShared: Bool = false) throws {
        self.address = address
        let ownership = PostgresOwnership(isShared: isShared)
        let session = try PostgresSession(address, name: ownership.name)
        do { try ownership.take(on: session) } catch let error as PostgresError { throw error.error }
        self.ownership = ownership
        self.session = session
    }

    /// The number of this process among the writers of the database so far, and whether no other had it open; nil for a reader.
    var place: (number: Int64, isFirst: Bool)? { ownership.map { ($0.generation, $0.isFirst) } }

    /// Whether no other node has the database open; blocks while that may change soon.
    /// - Throws: ``DatabaseError``.
    func isAlone() throws -> Bool {
        try exclusively {
            guard let session, let ownership else { return true }
            do { return try ownership.isAlone(on: session) } catch let error as PostgresError { throw error.error }
        }
    }

    /// The schema is up to date: another node may open the database.
    /// - Throws: ``DatabaseError``.
    func opened() throws {
        try exclusively {
            guard let session else { return }
            do { try ownership?.opened(on: session) } catch let error as PostgresError { throw error.error }
        }
    }

    func exclusively<T>(_ body: () throws -> T) rethrows -> T {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// From now on a server that does not answer fails what needs it at once. For the end of the process, from any thread.
    func giveUpWaiting() { isEnding.store(true, ordering: .relaxed) }

    func close() throws {
        exclusively {
            isClosed = true
            if ownership != nil { session?.giveLocksBack() }
            endSession()
        }
    }

    private func endSession() {
        cache.removeAll()
        insertions.removeAll()
        names = PostgresNames()
        session = nil
    }

    // MARK: Statements

    func run(_ sql: SQL, _ values: [SQLValue]) throws {
        let statement = try statement(sql)
        if case .writing(isRepeated: false) = mode {
            try queue(statement, values)
        } else {
            PQclear(try execute(statement, values))
        }
    }

    func count(_ sql: SQL, _ values: [SQLValue]) throws -> Int {
        let statement = try statement(sql)
        let result = try execute(statement, values)
        defer { PQclear(result) }
        guard statement.writes, let count = PQcmdTuples(result) else { return 0 }
        return Int(String(cString: count)) ?? 0
    }

    func insert(_ sql: SQL, _ values: [SQLValue]) throws -> Bool {
        guard case .writing(isRepeated: false) = mode else { return try count(sql, values) == 1 }
        if let failure { throw failure }
        // A row that exists is a violation now, after which everything is repeated with the clause.
        let statement = try insertions.statement(for: sql) {
            let end = $0.range(of: " ON CONFLICT", options: .backwards)?.lowerBound ?? $0.endIndex
            return try PostgresStatement(String($0[..<end]), names: names)
        }
        try queue(statement, values)
        return true
    }

    func rows(_ sql: SQL, _ values: [SQLValue], mayWrite: Bool, body: (inout Row) throws -> Bool) throws {
        let statement = try statement(sql)
        if statement.writes, !mayWrite { throw DatabaseError(.invalidStatement, detail: "a read must not write") }
        guard let result = try execute(statement, values) else { return }
        defer { PQclear(result) }
        for line in 0..<PQntuples(result) {
            var row = Row(postgres: result, line: line)
            if try !body(&row) { return }
        }
    }

    func script(_ text: String) throws {
        let session = try usable()
        hasWritten = true
        mustSign = true
        do { try session.script(text) } catch let error as PostgresError { throw refused(error, isOwn: true) }
    }

    private func statement(_ sql: SQL) throws -> PostgresStatement {
        if let failure { throw failure }
        return try cache.statement(for: sql) { try PostgresStatement($0, names: names) }
    }

    private func send(_ statement: PostgresStatement, _ values: [SQLValue]) throws {
        let session = try usable()
        try parameters.encode(values)
        let form = try statement.form(for: values)
        do {
            if !form.isSent { try session.prepare(statement.text, as: form) }
            try session.execute(form, parameters)
        } catch let error as PostgresError { throw refused(error, isOwn: false) }
        if statement.writes {
            hasWritten = true
            mustSign = true
        }
    }

    /// Sends a statement, and waits only if many have not been answered.
    private func queue(_ statement: PostgresStatement, _ values: [SQLValue]) throws {
        try send(statement, values)
        if let session, session.isBusy { PQclear(try settle(from: 0)) }
    }

    /// Sends a statement and waits for its result, which the caller clears.
    private func execute(_ statement: PostgresStatement, _ values: [SQLValue]) throws -> OpaquePointer? {
        guard case .writing(isRepeated: true) = mode else {
            let start = session?.waitingCount ?? 0
            try send(statement, values)
            return try settle(from: start)
        }
        // What is left of the earlier statement's savepoint goes along.
        try frame("SAVEPOINT statement")
        let start = session?.waitingCount ?? 0
        do {
            try send(statement, values)
            let result = try settle(from: start)
            try frame("RELEASE statement")
            return result
        } catch {
            if failure == nil {
                // A statement that could not even be sent has left its savepoint.
                try frame("ROLLBACK TO statement")
                try frame("RELEASE statement")
            }
            throw error
        }
    }

    /// Waits for the answers.
    /// - Parameter start: the position of the first command of the caller's own statement.
    private func settle(from start: Int) throws -> OpaquePointer? {
        do {
            return try usable().settle()
        } catch let error as PostgresError {
            throw refused(error, isOwn: error.position.map { $0 >= start } ?? false)
        }
    }

    /// Notes an error and returns what the caller throws.
    private func refused(_ refusal: PostgresError, isOwn: Bool) -> DatabaseError {
        let error = refusal.error
        if refusal.isLost {
            endSession()
            failure = error
            mustRepeat = true
        } else if case .writing(isRepeated: true) = mode, isOwn, !refusal.isTransient, error.code != .full {
            // Undone to its savepoint by the caller.
        } else {
            failure = error
            mustRepeat = error.code != .full && !refusal.isWaitOver
        }
        return error
    }

    private func usable() throws -> PostgresSession {
        if let failure { throw failure }
        guard let session else { throw DatabaseError(.unavailable, detail: isClosed ? "closed" : "no session") }
        return session
    }

    /// Sends a statement that frames others.
    private func frame(_ text: StaticString) throws {
        do { try usable().send(text) } catch let error as PostgresError { throw refused(error, isOwn: false) }
    }

    // MARK: Transactions

    func setDurable(_ isDurable: Bool) { self.isDurable = isDurable }

    func beginWriting(isRepeated: Bool) throws {
        try prepareSession()
        mode = .writing(isRepeated: isRepeated)
        mustSign = false
        try frame("BEGIN")
        if !isDurable { try frame("SET LOCAL synchronous_commit = off") }
        while let name = names.dropped.popLast() {
            do { try usable().drop(name) } catch let error as PostgresError { throw refused(error, isOwn: false) }
        }
    }

    func beginReading() throws {
        try prepareSession()
        mode = .reading
        try frame("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    func savepoint() throws { try frame("SAVEPOINT one") }
    func releaseSavepoint() throws { try frame("RELEASE one") }
    func rollBackToSavepoint() throws { try frame("ROLLBACK TO one") }

    func commit() throws {
        let session = try usable()
        let signs = mustSign
        let start: Int
        do {
            if signs, let ownership {
                let statement = try cache.statement(for: SQL(ownership.signature)) {
                    try PostgresStatement($0, names: names)
                }
                try ownership.sign(on: session, statement, &parameters)
            }
            start = session.waitingCount
            try session.send("COMMIT")
        } catch let error as PostgresError { throw refused(error, isOwn: false) }
        do {
            let result = try session.settle()
            defer { PQclear(result) }
            // A transaction that has failed is rolled back by COMMIT, without an error.
            guard let result, String(cString: PQcmdStatus(result)) == "COMMIT" else {
                throw PostgresError(error: DatabaseError(.unavailable, detail: "not committed"), isLost: false)
            }
            mode = .idle
        } catch let error as PostgresError {
            if error.isLost, signs {
                endSession()
                if try findsCommit() {
                    mode = .idle
                    return
                }
                failure = error.error
                mustRepeat = true
                throw error.error
            }
            if signs, error.position == start - 1, error.error.constraint == .check {
                let lost = PostgresOwnership.takenOver
                hasLostRight = lost
                throw lost
            }
            if error.position == start, !error.isTransient { throw error.error }
            throw refused(error, isOwn: false)
        }
    }

    func rollBack() {
        defer {
            mode = .idle
            failure = nil
            mustRepeat = false
            mustSign = false
        }
        if case .idle = mode { return }
        guard let session else { return }
        do {
            // What was sent goes its way first: after an error the rest of the pipeline is skipped.
            do { PQclear(try session.settle()) } catch let error as PostgresError where !error.isLost {}
            try session.send("ROLLBACK")
            if case .reading = mode {
                // Nothing depends on its answer, which comes with the next transaction's.
                try session.flush()
            } else {
                PQclear(try session.settle())
            }
        } catch {
            endSession()
        }
    }

    // MARK: The session

    /// Connects again if the session was lost, or the server ended it.
    private func prepareSession() throws {
        failure = nil
        mustRepeat = false
        mode = .idle
        if let hasLostRight { throw hasLostRight }
        guard session == nil else { return }
        _ = try connect(until: Date.now + (ownership == nil ? Self.readerPatience : Self.writerPatience))
    }

    /// - Returns: whether the last commit that was begun took place.
    private func connect(until end: Date) throws -> Bool {
        while true {
            guard !isClosed else { throw DatabaseError(.unavailable, detail: "closed") }
            do {
                let session = try PostgresSession(address, name: ownership?.name ?? "nexus reader")
                let hasCommitted: Bool
                do { hasCommitted = try ownership?.retake(on: session) ?? true } catch let error as PostgresError {
                    throw error.error
                }
                self.session = session
                sessionNumber += 1
                return hasCommitted
            } catch let error as DatabaseError
                where error.code == .unavailable && Date.now < end && !isEnding.load(ordering: .relaxed)
            {
                Thread.sleep(forTimeInterval: 0.1)
            } catch let error as DatabaseError where error.code == .inUse {
                hasLostRight = error
                throw error
            }
        }
    }

    /// Whether the commit took place during which the session was lost. Waits for the server as long as it takes, unless the
    /// process ends: until this is known, what bodies have noted in memory is neither right nor wrong.
    private func findsCommit() throws -> Bool {
        do {
            return try connect(until: .distantFuture)
        } catch let error as DatabaseError {
            // The process ends, or may not write any more: memory is not to be relied on.
            hasLostRight = error
            throw error
        }
    }
}
