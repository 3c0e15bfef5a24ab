import CPostgres

/// A lock of a PostgreSQL schema that one process at a time has, on a session of its own: it is given back when that ends.
///
/// `@unchecked Sendable`: the caller uses it from one thread at a time.
public final class PostgresLock: @unchecked Sendable {
    private let address: PostgresAddress
    private let word: String
    private var session: PostgresSession?
    private var isHeld = false

    /// - Parameter word: names the lock: a word of the program's own.
    public init(_ address: PostgresAddress, word: String) {
        self.address = address
        self.word = word
    }

    /// Takes the lock if it is free, or asks whether this process still has it. Blocks until PostgreSQL answers.
    /// - Throws: ``DatabaseError`` (`database_unavailable`), if it does not: the lock is then lost, if it was had.
    public func isMine() throws -> Bool {
        do {
            let session = try self.session ?? PostgresSession(address, name: "nexus \(word)")
            self.session = session
            try session.send(built: isHeld ? "SELECT 1" : "SELECT pg_try_advisory_lock(\(PostgresOwnership.key(word)))")
            let result = try session.settle()
            defer { PQclear(result) }
            guard let result, PQntuples(result) == 1 else { throw PostgresError.lost("no answer") }
            isHeld = PostgresColumn(result: result, line: 0, index: 0).int64 != 0
            return isHeld
        } catch {
            release()
            throw (error as? PostgresError)?.error ?? error
        }
    }

    /// Gives the lock back, if this process has it.
    public func release() {
        if isHeld { session?.giveLocksBack() }
        session = nil
        isHeld = false
    }
}
