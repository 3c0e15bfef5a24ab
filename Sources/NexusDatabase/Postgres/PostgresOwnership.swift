import CPostgres
import Foundation

/// The right of a process to write a PostgreSQL database: an advisory lock of the writer's session, and a row that each commit numbers.
///
/// It is exclusive, as ``DatabaseLock`` is for a file; or shared by the nodes that take turns (``SharedTurns``), each of which holds the same lock as a
/// shared one: so neither kind is let in beside the other.
///
/// The server gives the lock back when the session ends, so another process could have taken it while this one had none. Each
/// owner has a generation; a commit of an earlier exclusive one fails. A node forgets what it has in memory whenever it has a new session. The number of the last
/// commit tells, after a session was lost during a commit, whether it took place.
final class PostgresOwnership {
    /// How long opening waits for the session of an earlier process, which the server may not have missed yet.
    private static let patience: TimeInterval = 5

    /// Whether other nodes may write the database too.
    let isShared: Bool
    /// By which the server's administrator, and a later session of this process, knows this one's sessions.
    let name = "nexus \(UUID().uuidString.prefix(8).lowercased())"
    /// The number of this process among all that have opened the database for writing.
    private(set) var generation: Int64 = 0
    /// Whether no other node had the database open when this one opened it.
    private(set) var isFirst = true
    /// The number of the last commit that this process began.
    private(set) var commits: Int64 = 0
    /// Steps of the schema that are no expansions, once it is up to date.
    private var contractions: Int64?

    init(isShared: Bool = false) { self.isShared = isShared }

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

    /// What nodes need besides. Every commit of every node changes the one row of `nexus_turn`, and of `nexus_nodes` its own.
    private static let sharedSetup =
        Dialect.postgres.expand(SharedTurns.tables) + """
            ALTER TABLE nexus_turn SET (fillfactor = 10);
            CREATE TABLE IF NOT EXISTS nexus_nodes (
                generation BIGINT PRIMARY KEY, name TEXT NOT NULL, opened_at TIMESTAMPTZ NOT NULL DEFAULT now(),
                commits BIGINT NOT NULL) WITH (fillfactor = 10);
            """

    /// A node that hangs inside a transaction loses its session after ten seconds, so that the others, which wait a little longer, go on.
    private static let sharedLimits = "SET idle_in_transaction_session_timeout = 10000; SET lock_timeout = 15000;"

    /// Takes the right for the first time, on a session of the writer.
    /// - Throws: ``DatabaseError`` (`database_in_use`), if another process has it; ``PostgresError``.
    func take(on session: PostgresSession) throws {
        if isShared {
            // One node at a time opens the database: it may migrate the schema. Given back by ``opened(on:)``.
            try session.script("SET lock_timeout = 60000")
            try session.script("SELECT pg_advisory_lock(\(Self.key("opening")))")
        }
        let end = Date.now + Self.patience
        while try !tryTake(on: session) {
            guard Date.now < end else { throw try inUse(on: session) }
            Thread.sleep(forTimeInterval: 0.1)
        }
        try session.script(Self.setup)
        if isShared { try session.script(Self.sharedSetup) }
        try session.script(
            """
            INSERT INTO nexus_writer VALUES (1, 1, 0)
                ON CONFLICT (one) DO UPDATE SET generation = nexus_writer.generation + 1, commits = 0
            """)
        generation = try number("SELECT generation FROM nexus_writer", on: session) ?? 0
        commits = 0
        guard isShared else { return }
        try session.script(
            """
            INSERT INTO nexus_nodes (generation, name, commits) VALUES (\(generation), '\(name)', 0);
            DELETE FROM nexus_nodes WHERE generation < \(generation - 1_000);
            \(Self.sharedLimits)
            """)
    }

    /// Whether no other node has the database open, or the last of them ends soon.
    /// - Throws: ``PostgresError``.
    func isAlone(on session: PostgresSession) throws -> Bool {
        guard isShared else { return true }
        let key = Self.key("writer")
        let end = Date.now + Self.patience
        // A session may have both forms of the lock; others keep it from having the exclusive one.
        while try number("SELECT pg_try_advisory_lock(\(key))", on: session) != 1 {
            guard Date.now < end else { return false }
            Thread.sleep(forTimeInterval: 0.1)
        }
        try session.script("SELECT pg_advisory_unlock(\(key))")
        return true
    }

    /// The schema is up to date: another node may open the database.
    func opened(on session: PostgresSession) throws {
        contractions = try number(Self.contractionCount, on: session)
        if isShared { try session.script("SELECT pg_advisory_unlock(\(Self.key("opening")))") }
    }

    /// Takes the right again on another session of the same process.
    /// - Returns: whether the last commit that this process began took place.
    /// - Throws: ``DatabaseError`` (`database_in_use`), if another process has taken it meanwhile; ``PostgresError``.
    func retake(on session: PostgresSession) throws -> Bool {
        // The server may hold on to this process's lost session, until it finds that nobody is there. What the session of a node was
        // sent may yet be carried out: it has to be gone, while the lock of another server tells by itself that it is.
        if try isShared || !tryTake(on: session) {
            try session.script(
                """
                SELECT pg_terminate_backend(l.pid\(isShared ? ", 5000" : "")) FROM pg_locks AS l
                    JOIN pg_stat_activity AS a ON a.pid = l.pid
                    WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = '\(name)'
                        AND l.pid <> pg_backend_pid()
                """)
            let end = Date.now + Self.patience
            while try !tryTake(on: session) {
                guard Date.now < end else { throw try inUse(on: session) }
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
        if isShared {
            let left = try number(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(name)' AND pid <> pg_backend_pid()",
                on: session)
            guard left == 0 else { throw DatabaseError(.unavailable, detail: "the lost session has not ended") }
            // While this node had no session, one of a newer version may have taken it for ended.
            guard try contractions == nil || number(Self.contractionCount, on: session) == contractions else {
                throw Self.outdated
            }
            try session.script(Self.sharedLimits)
            let done = try number("SELECT commits FROM nexus_nodes WHERE generation = \(generation)", on: session)
            return done == commits
        }
        guard try number("SELECT generation FROM nexus_writer", on: session) == generation else {
            throw Self.takenOver
        }
        return try number("SELECT commits FROM nexus_writer", on: session) == commits
    }

    /// Sends the statement that numbers the commit that follows, and makes it fail if this process is exclusive and has lost the right.
    func sign(on session: PostgresSession, _ statement: PostgresStatement, _ parameters: inout PostgresParameters)
        throws
    {
        commits += 1
        let values: [SQLValue] = [.integer(commits), .integer(generation)] + (isShared ? [.text(name)] : [])
        let form = try statement.form(for: values)
        if !form.isSent { try session.prepare(statement.text, as: form) }
        try parameters.encode(values)
        try session.execute(form, parameters)
    }

    /// For ``sign(on:_:_:)``.
    var signature: String {
        isShared
            ? """
            INSERT INTO nexus_nodes (generation, name, commits) VALUES ($2, $3, $1)
            ON CONFLICT (generation) DO UPDATE SET commits = excluded.commits
            """
            : """
            UPDATE nexus_writer SET commits = CASE WHEN generation = $2 THEN $1 ELSE -1 END WHERE one = 1
            """
    }

    /// The error of a process that is not the owner any more. What it has in memory may be out of date: it has to start again.
    static let takenOver = DatabaseError(
        .inUse, detail: "another server has written this database meanwhile: restart this one")

    /// The error of a node that cannot go on with what a newer version has made of the tables.
    static let outdated = DatabaseError(
        .inUse, detail: "a newer version has changed the tables meanwhile: start that version here")

    private static let contractionCount =
        "SELECT count(*) FROM migrations WHERE left(name, 1) <> '\(Migration.expansionMark)'"

    // The locks are those of the schema, since one database may have several.

    /// The number of an advisory lock.
    static func key(_ word: String) -> String { "hashtextextended('nexus \(word) of ' || current_schema(), 0)" }

    /// Takes the writer's lock until the end of a transaction: whether it is free.
    static let trial = SQL("SELECT pg_try_advisory_xact_lock(\(key("writer")))")

    private func tryTake(on session: PostgresSession) throws -> Bool {
        let key = Self.key("writer")
        guard isShared else { return try number("SELECT pg_try_advisory_lock(\(key))", on: session) == 1 }
        // The first node would get it for itself alone.
        let isAlone = try generation == 0 && number("SELECT pg_try_advisory_lock(\(key))", on: session) == 1
        guard try number("SELECT pg_try_advisory_lock_shared(\(key))", on: session) == 1 else { return false }
        if isAlone { try session.script("SELECT pg_advisory_unlock(\(key))") }
        if generation == 0 { isFirst = isAlone }
        return true
    }

    /// The first column of the first row.
    private func number(_ text: String, on session: PostgresSession) throws -> Int64? {
        try session.send(built: text)
        let result = try session.settle()
        defer { PQclear(result) }
        guard let result, PQntuples(result) > 0 else { return nil }
        return PostgresColumn(result: result, line: 0, index: 0).int64
    }

    /// Who has the database.
    private func inUse(on session: PostgresSession) throws -> DatabaseError {
        let hasNodes = try number(
            """
            SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND mode = 'ShareLock'
                AND (classid::BIGINT << 32 | objid::BIGINT) = \(Self.key("writer"))
            """, on: session)
        return DatabaseError(
            .inUse,
            detail: (hasNodes ?? 0) > 0
                ? "nodes share this database: a server beside them needs --nodes, too"
                : "another server holds the advisory lock of this database"
                    + (isShared ? ", and does not share it: it has to be started with --nodes, too" : ""))
    }
}
