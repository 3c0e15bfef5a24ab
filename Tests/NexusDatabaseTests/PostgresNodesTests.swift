import Dispatch
import Foundation
import Synchronization
import Testing

@testable import NexusDatabase

@Suite("Several nodes over one PostgreSQL", .enabled(if: PostgresServer.address != nil), .timeLimit(.minutes(3)))
struct PostgresNodesTests {
    private func open(_ address: PostgresAddress, isShared: Bool = true, later: [Migration] = []) throws -> SQLDatabase
    {
        var configuration = DatabaseConfiguration(storage: .postgres(address))
        configuration.isShared = isShared
        configuration.readerCount = 1
        return try SQLDatabase(configuration, migrations: CountingNode.migrations + later)
    }

    private func node(_ address: PostgresAddress) throws -> CountingNode { CountingNode(try open(address)) }

    /// Ends the session of the writer of one node.
    private func endWriter(of node: CountingNode, at address: PostgresAddress) throws {
        try PostgresScript.run(
            """
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                WHERE application_name = (SELECT name FROM nexus_nodes WHERE generation = \(node.database.node ?? 0))
            """, at: address)
    }

    /// Lets every node take `count` numbers, many of which share commits.
    private func race(_ nodes: [CountingNode], _ count: Int, during: @escaping @Sendable () async throws -> Void = {})
        async throws
    {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, node) in nodes.enumerated() {
                for _ in 0..<8 {
                    group.addTask { for _ in 0..<(count / 8) { try await node.step("node \(number)") } }
                }
            }
            group.addTask { try await during() }
            try await group.waitForAll()
        }
    }

    @Test("numbers that two and three nodes take from memory are without gap or double", arguments: [2, 3])
    func interleaved(count: Int) async throws {
        let address = try PostgresServer.schema()
        let nodes = try (0..<count).map { _ in try node(address) }
        #expect(Set(nodes.map(\.database.node)).count == count)
        try await race(nodes, 160)
        #expect(try await nodes[0].values == Array(1...(160 * count)))
        for node in nodes {
            #expect(node.database.statistics.commits < 160)
            #expect(node.loads <= node.database.statistics.commits)
            try await node.database.close()
        }
    }

    @Test("a bad operation costs itself alone, and its number is taken by the next")
    func badOperation() async throws {
        let address = try PostgresServer.schema()
        let (first, second) = (try node(address), try node(address))
        let failures = Atomic(0)
        try await first.database.together {
            for number in 1...20 {
                first.database.submit { transaction in
                    try first.step("a", in: transaction)
                    if number.isMultiple(of: 5) { throw Refusal() }
                } completion: {
                    if case .failure = $0 { failures.add(1, ordering: .relaxed) }
                }
            }
        }
        try await second.step()
        try await first.step()
        #expect(failures.load(ordering: .relaxed) == 4)
        #expect(try await second.values == Array(1...18))
        try await first.database.close()
        try await second.database.close()
    }

    @Test("a session that ends in the middle of a transaction costs nothing, and memory is loaded again")
    func lostWithin() async throws {
        let address = try PostgresServer.schema()
        let (first, second) = (try node(address), try node(address))
        try await first.step()
        try await second.step()
        let isFirst = Once()
        try await first.database.write { transaction in
            try first.step("a", in: transaction)
            if isFirst.take() { try endWriter(of: first, at: address) }
            _ = try transaction.first("SELECT 1") { try $0.next(Int.self) }
        }
        try await second.step()
        #expect(first.database.statistics.repeatedCommits == 1)
        #expect(first.others.last == TurnsOfOthers(notes: nil))
        #expect(try await first.values == [1, 2, 3, 4])
        try await first.database.close()
        try await second.database.close()
    }

    @Test("sessions that end all the time under load lose and double nothing")
    func lostUnderLoad() async throws {
        let address = try PostgresServer.schema()
        let nodes = [try node(address), try node(address)]
        try await race(nodes, 240) {
            for round in 0..<12 {
                try endWriter(of: nodes[round % 2], at: address)
                try await nodes[round % 2].step("killed")
            }
        }
        #expect(try await nodes[0].values == Array(1...492))
        for node in nodes { try await node.database.close() }
    }

    @Test("a commit during which the session ends took place once")
    func lostAtCommit() async throws {
        let address = try PostgresServer.schema()
        let (first, second) = (try node(address), try node(address))
        try await first.database.write { transaction in
            try transaction.script(
                """
                CREATE SEQUENCE attempts;
                CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS '
                    BEGIN
                        IF nextval(''attempts'') IN (1, 4) THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                        RETURN NULL;
                    END';
                CREATE CONSTRAINT TRIGGER late AFTER INSERT ON steps DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION break_off();
                """)
        }
        for _ in 1...3 {
            try await first.step()
            try await second.step()
        }
        #expect(try await second.values == [1, 2, 3, 4, 5, 6])
        try await first.database.close()
        try await second.database.close()
    }

    @Test("an exclusive server is refused beside nodes, and a node beside an exclusive server; each says why")
    func kinds() async throws {
        let address = try PostgresServer.schema()
        let first = try open(address)
        let exclusive = #expect(throws: DatabaseError.self) { try open(address, isShared: false) }
        #expect(exclusive?.code == .inUse && exclusive?.detail.contains("--nodes") == true)
        let standby = try PostgresStandby(address)
        #expect(try standby.whileTaken { _ in true } == true)
        let second = try open(address)
        try await first.close()
        #expect(try standby.whileTaken { _ in true } == true)
        try await second.close()
        let alone = try open(address, isShared: false)
        let refused = #expect(throws: DatabaseError.self) { try open(address) }
        #expect(refused?.code == .inUse && refused?.detail.contains("--nodes") == true)
        try await alone.close()
        standby.close()
        let again = try open(address)
        try await again.close()
    }

    @Test("only the first node is the first, and one that opens later while it lives is not")
    func first() async throws {
        let address = try PostgresServer.schema()
        let found = Mutex<[Bool]>([])
        func open() throws -> SQLDatabase {
            var configuration = DatabaseConfiguration(storage: .postgres(address))
            configuration.isShared = true
            return try SQLDatabase(configuration, migrations: CountingNode.migrations) { transaction in
                found.withLock { $0.append(transaction.isFirst) }
            }
        }
        let (first, second) = (try open(), try open())
        try await first.close()
        try await second.close()
        try await open().close()
        #expect(found.withLock { $0 } == [true, false, true])
    }

    @Test("nodes that start at once migrate once")
    func migrations() async throws {
        let address = try PostgresServer.schema()
        let databases = try await withThrowingTaskGroup(of: SQLDatabase.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    try await withCheckedThrowingContinuation { continuation in
                        DispatchQueue.global().async { continuation.resume(with: Result { try self.open(address) }) }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(databases.count == 3)
        for database in databases { try await database.close() }
    }

    @Test("beside nodes of an earlier version a later one adds to the schema, and changes it only once they have ended")
    func versions() async throws {
        let address = try PostgresServer.schema()
        let added = Migration.expansion("added", "ALTER TABLE steps ADD COLUMN note {text}")
        let renamed = Migration("renamed", "ALTER TABLE steps RENAME COLUMN node TO author")
        let old = try node(address)
        try await old.step()
        let refused = #expect(throws: DatabaseError.self) { try open(address, later: [added, renamed]) }
        #expect(refused?.code == .olderNodes && refused?.detail.contains("renamed") == true)
        #expect(refused?.text.contains("Stop all of them") == true)
        // Nothing of it was taken.
        let other = try node(address)
        #expect(other.database.expansions.isEmpty)
        let new = CountingNode(try open(address, later: [added]))
        for node in [old, new, other] { try await node.step() }
        #expect(try await old.values == [1, 2, 3, 4])
        try await old.database.close()
        try await other.database.close()
        try await new.database.close()
        let last = try open(address, later: [added, renamed])
        let late = #expect(throws: DatabaseError.self) { try open(address) }
        #expect(late?.code == .newer && late?.detail.contains("renamed") == true)
        try await last.close()
    }

    @Test("an earlier node that had no session while a later one changed the schema writes nothing more")
    func outdated() async throws {
        let address = try PostgresServer.schema()
        let old = try node(address)
        try await old.step()
        try endWriter(of: old, at: address)
        let added = Migration.expansion("added", "ALTER TABLE steps ADD COLUMN note {text}")
        let first = try open(address, later: [added])
        try await old.step()
        try endWriter(of: old, at: address)
        try await first.close()
        let second = try open(
            address, later: [added, Migration("renamed", "ALTER TABLE steps RENAME COLUMN node TO author")])
        let error = await #expect(throws: DatabaseError.self) { try await old.step() }
        #expect(error?.code == .inUse && error?.detail.contains("newer version") == true)
        try await second.close()
        try await old.database.close()
    }

    @Test("a node that stands still inside a transaction loses its session, and the others go on")
    func hanging() async throws {
        let address = try PostgresServer.schema()
        let (first, second) = (try node(address), try node(address))
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let mayGoOn = DispatchSemaphore(value: 0)
        let isFirst = Once()
        let hanging = Task {
            try await first.database.write { transaction in
                try first.step("hangs", in: transaction)
                _ = try transaction.first("SELECT 1") { try $0.next(Int.self) }
                if isFirst.take() {
                    start.yield()
                    mayGoOn.wait()
                }
            }
        }
        await started.first { _ in true }
        // The limit is ten seconds.
        try await second.step("goes on")
        mayGoOn.signal()
        try await hanging.value
        #expect(try await second.values == [1, 2])
        try await first.database.close()
        try await second.database.close()
    }

    @Test("a lock of a schema is one process's until its session ends")
    func lock() throws {
        let address = try PostgresServer.schema()
        let (first, second) = (PostgresLock(address, word: "test"), PostgresLock(address, word: "test"))
        #expect(try first.isMine())
        #expect(try !second.isMine())
        #expect(try first.isMine())
        first.release()
        while try !second.isMine() {}
        #expect(try !first.isMine())
        try PostgresScript.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'nexus test'", at: address)
        #expect(throws: DatabaseError.self) { try second.isMine() }
    }
}

/// True once.
private final class Once: Sendable {
    private let isLeft = Atomic(true)

    func take() -> Bool { isLeft.exchange(false, ordering: .relaxed) }
}
