import NexusDatabase
import Synchronization
import Testing

@Suite("Memory that follows the transactions")
struct RollbackHookTests {
    @Test("hooks undo the failing transaction, last registered first", arguments: TestedEngine.allCases)
    func order(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let journal = Journal()
            await #expect(throws: Refusal.self) {
                try await database.write { transaction in
                    transaction.onRollback { journal.note("first") }
                    transaction.onRollback { journal.note("second") }
                    throw Refusal()
                }
            }
            #expect(journal.entries == ["second", "first"])
            try await database.write { $0.onRollback { journal.note("never") } }
            #expect(journal.entries.count == 2)
        }
    }

    @Test("a cache maintained by hooks equals the table, whichever transaction fails", arguments: TestedEngine.allCases)
    func cache(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let next = Counter()
            try await database.together {
                for round in 1...60 {
                    database.submit(
                        { transaction in
                            let id = next.take()
                            transaction.onRollback { next.giveBack(id) }
                            if round.isMultiple(of: 5) { throw Refusal() }
                            try transaction.note(id, "note \(id)")
                            if round.isMultiple(of: 7) { throw Refusal() }
                        }, completion: { _ in })
                }
            }
            let kept = (1...60).count { !$0.isMultiple(of: 5) && !$0.isMultiple(of: 7) }
            #expect(try await database.notes() == (1...kept).map { "note \($0)" })
            #expect(next.last == kept)
        }
    }

    @Test("writes of the hook before the commit are part of it, once per commit", arguments: TestedEngine.allCases)
    func beforeCommit(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let calls = Counter()
            database.beforeCommit { transaction in
                let number = calls.take()
                try transaction.run("INSERT INTO people (id) VALUES ($1)", .integer(number))
            }
            try await database.together {
                for id in 1...10 { database.submit({ try $0.note(id, "note \(id)") }, completion: { _ in }) }
            }
            let people = try await database.read {
                try $0.first("SELECT count(*) FROM people") { try $0.next(Int.self) }
            }
            #expect(people == calls.last)
            #expect(calls.last <= 3)
        }
    }

    @Test(
        "when the hook before the commit fails, all of that commit fails and is undone",
        arguments: TestedEngine.allCases)
    func failingBeforeCommit(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let journal = Journal()
            let mode = Switch()
            database.beforeCommit { transaction in
                guard mode.isOn else { return }
                transaction.onRollback { journal.note("hook undone") }
                throw Refusal()
            }
            // Until both have completed: what is submitted earlier may share their commit.
            await withCheckedContinuation { continuation in
                let together: @Sendable (Transaction) -> Void = { _ in
                    for id in 1...2 {
                        database.submit(
                            { transaction in
                                mode.isOn = true
                                transaction.onRollback { journal.note("\(id) undone") }
                                try transaction.note(id, "note \(id)")
                            },
                            completion: { result in
                                mode.isOn = false
                                journal.ended("\(id)")(result)
                                if id == 2 { continuation.resume() }
                            })
                    }
                }
                database.submit(together, completion: { _ in })
            }
            try await database.write { try $0.note(3, "three") }
            #expect(
                journal.entries == ["hook undone", "2 undone", "1 undone", "1 Refusal()", "2 Refusal()"])
            #expect(try await database.notes() == ["three"])
        }
    }

    @Test("the last hook runs once after the completions of a commit", arguments: TestedEngine.allCases)
    func afterCompletions(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let journal = Journal()
            database.afterCompletions { journal.note("handed on") }
            try await database.write { _ in
                for id in 1...3 {
                    database.submit({ try $0.note(id, "note \(id)") }, completion: journal.ended("\(id)"))
                }
            }
            try await database.write { _ in }
            let entries = journal.entries
            #expect(entries.starts(with: ["handed on", "1 done", "2 done", "3 done", "handed on"]))
        }
    }
}

/// Numbers that are given out one by one, and taken back in reverse.
private final class Counter: Sendable {
    private let value = Mutex(0)
    func take() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
    func giveBack(_ number: Int) { value.withLock { $0 = $0 == number ? number - 1 : -1_000 } }
    var last: Int { value.withLock { $0 } }
}

private final class Switch: Sendable {
    private let value = Mutex(false)
    var isOn: Bool {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
