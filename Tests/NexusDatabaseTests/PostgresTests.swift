import Dispatch
import NexusDatabase
import Testing

@Suite("PostgreSQL", .enabled(if: PostgresServer.address != nil))
struct PostgresTests {
    private static let migrations = [Migration("notes", notes)]

    private func open(_ address: PostgresAddress, _ execution: DatabaseConfiguration.Execution = .threads) throws
        -> SQLDatabase
    {
        try SQLDatabase(
            DatabaseConfiguration(storage: .postgres(address), execution: execution), migrations: Self.migrations)
    }

    /// Ends the sessions of the writer of this schema, or of all readers, as a restart of the server does.
    private func endSessions(named name: String, at address: PostgresAddress) throws {
        try PostgresScript.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '\(name)' AND pid IN (
                SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid::bigint = (
                    hashtextextended('nexus writer of ' || current_schema(), 0) & 4294967295))
            """, at: address)
    }

    private func endWriter(at address: PostgresAddress) throws { try endSessions(named: "nexus%", at: address) }

    @Test("a second writer is refused until the first has closed, and another schema is not concerned")
    func secondOpener() async throws {
        let address = try PostgresServer.schema()
        let first = try open(address)
        let other = try open(PostgresServer.schema())
        let error = #expect(throws: DatabaseError.self) { try open(address) }
        #expect(error?.code == .inUse)
        try await first.write { try $0.note(1, "one") }
        try await first.close()
        let second = try open(address)
        #expect(try await second.notes() == ["one"])
        try await second.close()
        try await other.close()
    }

    @Test("a server that waits reads while another one writes, takes nothing from it, and sees when it has gone")
    func waiting() async throws {
        let address = try PostgresServer.schema()
        let standby = try PostgresStandby(address)
        defer { standby.close() }
        let count = { (reader: Reader) in try reader.first("SELECT count(*) FROM notes") { try $0.next(Int.self) } }
        #expect(try standby.whileTaken { _ in 0 } == nil)
        let database = try open(address)
        for id in 1...3 {
            try await database.write { try $0.note(id, "note \(id)") }
            #expect(try standby.whileTaken(count) == id)
        }
        try endSessions(named: "nexus reader", at: address)
        try await database.close()
        // PostgreSQL gives the right back soon after the session has ended.
        while try standby.whileTaken({ _ in 0 }) != nil { await Task.yield() }
        // Many looks leave nothing behind that would keep the next one out.
        for _ in 1...10 { #expect(try standby.whileTaken { _ in 0 } == nil) }
        let next = try open(address)
        #expect(try standby.whileTaken(count) == 3)
        try await next.close()
    }

    @Test("a writer whose session ends between two transactions connects again")
    func lostBetween() async throws {
        let address = try PostgresServer.schema()
        let database = try open(address)
        try await database.write { try $0.note(1, "one") }
        try endWriter(at: address)
        try await database.write { try $0.note(2, "two") }
        #expect(try await database.notes() == ["one", "two"])
        try await database.close()
    }

    @Test("transactions whose session ends while they run are run again, each once in the end")
    func lostWithin() async throws {
        let address = try PostgresServer.schema()
        let database = try open(address)
        let journal = Journal()
        try await database.together {
            for id in 1...5 {
                database.submit(
                    { transaction in
                        journal.note("runs \(id)")
                        transaction.onRollback { journal.note("undone \(id)") }
                        try transaction.note(id, "note \(id)")
                        let isFirst = journal.entries.count { $0 == "runs \(id)" } == 1
                        if id == 3, isFirst { try endWriter(at: address) }
                        _ = try transaction.first("SELECT count(*) FROM notes") { try $0.next(Int.self) }
                    }, completion: journal.ended("\(id)"))
            }
        }
        #expect(journal.entries.filter { $0.hasSuffix("done") && !$0.hasPrefix("un") } == (1...5).map { "\($0) done" })
        #expect(journal.entries.contains("undone 3"))
        #expect(try await database.notes() == (1...5).map { "note \($0)" })
        #expect(database.statistics.repeatedCommits == 1)
        try await database.close()
    }

    @Test("a commit during which the session ends took place once, whether it was answered or not")
    func lostAtCommit() async throws {
        let address = try PostgresServer.schema()
        let database = try open(address)
        // The constraint that is checked at the commit ends the session, before it is answered.
        try await database.write { transaction in
            try transaction.script(
                """
                CREATE TABLE once (id {integer} PRIMARY KEY);
                CREATE SEQUENCE attempts;
                CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS '
                    BEGIN
                        IF nextval(''attempts'') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                        RETURN NULL;
                    END';
                CREATE CONSTRAINT TRIGGER late AFTER INSERT ON once DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION break_off();
                """)
        }
        try await database.write { try $0.run("INSERT INTO once VALUES (1)") }
        #expect(try await database.read { try $0.all("SELECT id FROM once") { try $0.next(Int.self) } } == [1])
        try await database.close()
    }

    @Test("a writer that has lost its right to another one writes nothing more")
    func takenOver() async throws {
        let address = try PostgresServer.schema()
        let first = try open(address)
        try await first.write { try $0.note(1, "one") }
        try endWriter(at: address)
        let second = try open(address)
        try await second.write { try $0.note(2, "two") }
        for id in 3...4 {
            let error = await #expect(throws: DatabaseError.self) { try await first.write { try $0.note(id, "three") } }
            #expect(error?.code == .inUse)
        }
        try await second.close()
        // Not either once the other has gone: what this one has in memory is of before.
        let late = await #expect(throws: DatabaseError.self) { try await first.write { try $0.note(5, "five") } }
        #expect(late?.code == .inUse)
        try await first.close()
        let third = try open(address)
        #expect(try await third.notes() == ["one", "two"])
        try await third.close()
    }

    @Test("the commit itself is refused if another writer has taken over while the session lived")
    func fenced() async throws {
        let address = try PostgresServer.schema()
        let database = try open(address)
        try PostgresScript.run("UPDATE nexus_writer SET generation = generation + 1", at: address)
        let error = await #expect(throws: DatabaseError.self) { try await database.write { try $0.note(1, "one") } }
        #expect(error?.code == .inUse)
        #expect(try await database.notes() == [])
        try await database.close()
    }

    @Test(
        "a refused statement in a batch costs its own transaction alone, and later ones of the same body see the rest")
    func refusedStatement() async throws {
        let database = try open(PostgresServer.schema(), .inline)
        let refusals = try await database.write { transaction in
            var refusals: [DatabaseError.Constraint?] = []
            try transaction.note(1, "one")
            do { try transaction.note(1, "again") } catch let error as DatabaseError {
                refusals.append(error.constraint)
            }
            do { _ = try transaction.count("UPDATE notes SET text = NULL") } catch let error as DatabaseError {
                refusals.append(error.constraint)
            }
            try transaction.note(2, "two")
            return refusals
        }
        #expect(refusals == [.unique, .notNull])
        #expect(database.statistics.repeatedCommits == 1)
        #expect(try await database.notes() == ["one", "two"])
    }

    @Test("more statements than wait at once are answered in between")
    func manyWaiting() async throws {
        let database = try open(PostgresServer.schema(), .inline)
        let long = String(repeating: "long ", count: 10_000)
        try await database.write { transaction in
            for id in 1...1_000 { try transaction.note(id, "note \(id) \(id < 100 ? long : "")") }
        }
        let count = try await database.read { try $0.first("SELECT count(*) FROM notes") { try $0.next(Int.self) } }
        #expect(count == 1_000)
    }

    @Test("numbers of every type of the server are read")
    func numbers() async throws {
        let database = try open(PostgresServer.schema(), .inline)
        let (integers, reals) = try await database.read { reader in
            (
                try reader.first(
                    """
                    SELECT 7::int2, -7::int4, 7::int8, true, 123456789012345678::numeric, -12345.9::numeric,
                        1e30::numeric, 0::numeric, 2.9::float8, -2.5::float4, '42'::text
                    """
                ) { row in
                    var numbers: [Int64] = []
                    while row.hasNext { numbers.append(try row.next()) }
                    return numbers
                },
                try reader.first("SELECT 0.00012345::numeric, -98765.4321::numeric, 1e20::numeric, 2.5::float4, 3") {
                    row in
                    var numbers: [Double] = []
                    while row.hasNext { numbers.append(try row.next()) }
                    return numbers
                }
            )
        }
        #expect(integers == [7, -7, 7, 1, 123_456_789_012_345_678, -12345, .max, 0, 2, -2, 42])
        let expected = [0.00012345, -98765.4321, 1e20, 2.5, 3]
        #expect(reals?.count == expected.count)
        for (real, wanted) in zip(reals ?? [], expected) { #expect(abs(real - wanted) <= abs(wanted) * 1e-12) }
    }

    @Test("texts are compared by their bytes, whatever the locale of the server")
    func order() async throws {
        let database = try open(PostgresServer.schema(), .inline)
        let texts = ["Zebra", "a", "b", "ä", "B", "", "a b", "_", "日"]
        try await database.write { transaction in
            for (id, text) in texts.enumerated() { try transaction.note(id, text) }
        }
        let stored = try await database.read {
            try $0.all("SELECT text FROM notes ORDER BY text") { try $0.next(String.self) }
        }
        #expect(stored == texts.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    }

    @Test("the functions that SQLite has mean the same", arguments: ["max", "min"])
    func functions(name: String) async throws {
        for engine in [TestedEngine.inline, .postgres] {
            let found = try await engine.withDatabase { database in
                try await database.read { reader in
                    try reader.first(SQL("SELECT \(name)($1, $2), \(name)($1, NULL)"), 3, 5) {
                        [try $0.next(Int?.self), try $0.next(Int?.self)]
                    }
                }
            }
            #expect(found == [name == "max" ? 5 : 3, nil])
        }
    }

    @Test("an address is shown without its password, and a wrong one is not repeated")
    func addresses() throws {
        let address = try PostgresAddress("postgres://ada:s3cret@db.example.org:5433/chat?sslmode=require")
        #expect(address.description == "postgres://ada@db.example.org:5433/chat")
        let error = #expect(throws: DatabaseError.self) { try PostgresAddress("postgres://ada:s3cret@[::1/chat") }
        #expect(error?.description.contains("s3cret") == false)
        #expect(PostgresAddress.isAddress("postgresql:///chat") && !PostgresAddress.isAddress("data/nexus.sqlite"))
    }

    @Test("a server that does not answer is unavailable")
    func noServer() throws {
        let error = #expect(throws: DatabaseError.self) {
            try open(PostgresAddress("postgres://nexus@127.0.0.1:1/chat"))
        }
        #expect(error?.code == .unavailable)
    }
}
