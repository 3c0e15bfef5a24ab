import CPostgres
import Foundation

/// The exclusive right of one process to write a PostgreSQL database, as ``DatabaseLock`` is for a file: an advisory lock of the
/// writer's session, and a row that each commit checks and numbers.
///
/// The server gives the lock back when the session ends, so another process could have taken it while this one had none. Each
/// owner has a generation; a commit of an earlier one fails. The number of the last commit tells, after a session was lost
/// during a commit, whether it took place.
final class PostgresOwnership {
    /// How long opening waits for the session of an earlier process, which the server may not have missed yet.
    private static let patience: TimeInterval = 5

    /// By which the server's administrator, and a later session of this process, knows this one's sessions.
    let name = "nexus \(UUID().uuidString.prefix(8).lowercased())"
    private var generation: Int64 = 0
    /// The number of the last commit that this process began.
    private(set) var commits: Int64 = 0

    /// The tables and functions of the engine itself. The functions have the names and the meaning of SQLite's.
    private static let setup = """
        SET client_min_messages = warning;
        CREATE TABLE IF NOT EXISTS nexus_writer (
            one BIGINT PRIMARY KEY CHECK (one = 1), generation BIGINT NOT NULL, commits BIGINT NOT NULL,
            CONSTRAINT another_server_writes_this_database CHECK (commits >= 0)) WITH (fillfactor = 10);
        CREATE OR REPLACE FUNCTION max(BIGINT, BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE STRICT
            AS 'SELECT GREATEST($1, $2)';
        CREATE OR REPLACE FUNCTION min(BIGINT, BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE STRICT
            AS 'SELECT LEAST($1, $2)';
        CREATE OR REPLACE FUNCTION randomblob(BIGINT) RETURNS BYTEA LANGUAGE sql VOLATILE
            AS 'SELECT substring(uuid_send(gen_random_uuid()) FROM 1 FOR $1::INTEGER)';
        """

    /// Takes the right for the first time, on a session of the writer.
    /// - Throws: ``DatabaseError`` (`database_in_use`), if another process has it; ``PostgresError``.
    func take(on session: PostgresSession) throws {
        let end = Date.now + Self.patience
        while try !tryLock(on: session) {
            guard Date.now < end else { throw Self.inUse }
            Thread.sleep(forTimeInterval: 0.1)
        }
        try session.script(Self.setup)
        try session.script(
            """
            INSERT INTO nexus_writer VALUES (1, 1, 0)
                ON CONFLICT (one) DO UPDATE SET generation = nexus_writer.generation + 1, commits = 0
            """)
        generation = try row(on: session).generation
        commits = 0
    }

    /// Takes the right again on another session of the same process.
    /// - Returns: whether the last commit that this process began took place.
    /// - Throws: ``DatabaseError`` (`database_in_use`), if another process has taken it meanwhile; ``PostgresError``.
    func retake(on session: PostgresSession) throws -> Bool {
        if try !tryLock(on: session) {
            // The server may hold on to this process's lost session, until it finds that nobody is there.
            try session.script(
                """
                SELECT pg_terminate_backend(l.pid) FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
                    WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = '\(name)'
                        AND l.pid <> pg_backend_pid()
                """)
            let end = Date.now + Self.patience
            while try !tryLock(on: session) {
                guard Date.now < end else { throw Self.inUse }
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
        let row = try row(on: session)
        guard row.generation == generation else {
            throw Self.takenOver
        }
        return row.commits == commits
    }

    /// Sends the statement that makes the commit that follows fail unless this process still has the right.
    func sign(on session: PostgresSession, _ statement: PostgresStatement, _ parameters: inout PostgresParameters)
        throws
    {
        commits += 1
        let values: [SQLValue] = [.integer(commits), .integer(generation)]
        let form = try statement.form(for: values)
        if !form.isSent { try session.prepare(statement.text, as: form) }
        try parameters.encode(values)
        try session.execute(form, parameters)
    }

    /// For ``sign(on:_:_:)``.
    static let signature = """
        UPDATE nexus_writer SET commits = CASE WHEN generation = $2 THEN $1 ELSE -1 END WHERE one = 1
        """

    /// The error of a process that is not the owner any more. What it has in memory may be out of date: it has to start again.
    static let takenOver = DatabaseError(
        .inUse, detail: "another server has written this database meanwhile: restart this one")

    // The lock is that of the schema, since one database may have several.

    /// Takes the lock for a session.
    private static let lock: StaticString =
        "SELECT pg_try_advisory_lock(hashtextextended('nexus writer of ' || current_schema(), 0))"
    /// Takes it until the end of a transaction: whether it is free.
    static let trial: SQL =
        "SELECT pg_try_advisory_xact_lock(hashtextextended('nexus writer of ' || current_schema(), 0))"

    private func tryLock(on session: PostgresSession) throws -> Bool {
        try session.send(Self.lock)
        let result = try session.settle()
        defer { PQclear(result) }
        guard let result, PQntuples(result) == 1 else { return false }
        return PostgresColumn(result: result, line: 0, index: 0).int64 != 0
    }

    private func row(on session: PostgresSession) throws -> (generation: Int64, commits: Int64) {
        try session.send("SELECT generation, commits FROM nexus_writer")
        let result = try session.settle()
        defer { PQclear(result) }
        guard let result, PQntuples(result) == 1 else {
            throw DatabaseError(.corrupt, detail: "the table nexus_writer is empty")
        }
        return (
            PostgresColumn(result: result, line: 0, index: 0).int64,
            PostgresColumn(result: result, line: 0, index: 1).int64
        )
    }

    private static let inUse = DatabaseError(
        .inUse, detail: "another server holds the advisory lock of this database")
}
