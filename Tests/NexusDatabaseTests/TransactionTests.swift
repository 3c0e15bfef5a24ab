import NexusDatabase
import Testing

@Suite("Transactions")
struct TransactionTests {
    @Test("a body that throws after writing is undone alone", arguments: TestedEngine.allCases)
    func oneThrows(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let journal = Journal()
            let before = database.statistics
            try await database.together {
                for id in 1...5 {
                    database.submit(
                        { transaction in
                            try transaction.note(id, "note \(id)")
                            if id == 3 { throw Refusal() }
                        }, completion: journal.ended("\(id)"))
                }
            }
            #expect(try await database.notes() == ["note 1", "note 2", "note 4", "note 5"])
            #expect(journal.entries == ["1 done", "2 done", "3 Refusal()", "4 done", "5 done"])
            let after = database.statistics
            #expect(after.repeatedCommits == before.repeatedCommits + 1)
            #expect(after.failedTransactions == before.failedTransactions + 1)
        }
    }

    @Test("several bodies that throw in one commit are each undone alone", arguments: TestedEngine.allCases)
    func manyThrow(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            try await database.together {
                for id in 1...100 {
                    database.submit(
                        { transaction in
                            try transaction.note(id, "note \(id)")
                            if id.isMultiple(of: 3) { throw Refusal() }
                        }, completion: { _ in })
                }
            }
            let expected = (1...100).filter { !$0.isMultiple(of: 3) }.map { "note \($0)" }
            #expect(try await database.notes() == expected)
        }
    }

    @Test("waiting transactions share a commit", arguments: TestedEngine.allCases)
    func sharedCommit(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            try await database.together {
                for id in 1...50 { database.submit({ try $0.note(id, "note \(id)") }, completion: { _ in }) }
            }
            #expect(database.statistics.transactions == 52)
            #expect(database.statistics.commits <= 3)
            #expect(database.statistics.averageBatch > 10)
        }
    }

    @Test("a refusal before any write affects no other", arguments: TestedEngine.allCases)
    func earlyRefusal(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let journal = Journal()
            try await database.together {
                database.submit({ try $0.note(1, "one") }, completion: journal.ended("1"))
                database.submit(
                    { _ in throw Refusal() },
                    completion: journal.ended("2") as @Sendable (Result<Void, any Error>) -> Void)
                database.submit({ try $0.note(1, "again") }, completion: journal.ended("3"))
                database.submit({ try $0.note(4, "four") }, completion: journal.ended("4"))
            }
            #expect(journal.entries == ["1 done", "2 Refusal()", "3 constraint", "4 done"])
            #expect(try await database.notes() == ["one", "four"])
            // PostgreSQL learns of a refused statement only when the others have run.
            #expect(database.statistics.repeatedCommits == (engine == .postgres ? 1 : 0))
        }
    }

    @Test("completions come in submission order, and after the commit", arguments: TestedEngine.threaded)
    func completionOrder(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let journal = Journal()
            await withTaskGroup { group in
                for submitter in 0..<20 {
                    group.addTask {
                        for id in 0..<50 {
                            let key = submitter * 50 + id + 1
                            database.submit(
                                { transaction in
                                    try transaction.note(key, "note \(key)")
                                    return try transaction.first("SELECT count(*) FROM notes") { try $0.next(Int.self) }
                                        ?? 0
                                }, completion: { journal.note("\((try? $0.get()) ?? -1)") })
                        }
                    }
                }
            }
            try await database.write { _ in }
            #expect(journal.entries == (1...1000).map(String.init))
        }
    }

    @Test("each kind of constraint is named", arguments: TestedEngine.allCases)
    func constraints(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let values = [
                "(1, 'two', NULL)", "(2, 'one', NULL)", "(2, 'forbidden', NULL)", "(2, NULL, NULL)", "(2, 'two', 7)",
                "(2, 'two', 'me')",
            ]
            // The body may run more than once: what counts is what it returned at last.
            let refusals = try await database.write { transaction in
                try transaction.note(1, "one")
                return values.map { value -> DatabaseError.Constraint? in
                    do {
                        try transaction.run(SQL("INSERT INTO notes (id, text, author) VALUES \(value)"))
                        return nil
                    } catch {
                        return (error as? DatabaseError)?.constraint
                    }
                }
            }
            #expect(refusals == [.unique, .unique, .check, .notNull, .foreignKey, .type])
            #expect(try await database.notes() == ["one"])
        }
    }

    @Test(
        "an insertion says whether its row was new, also among others of its commit", arguments: TestedEngine.allCases)
    func insertions(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let journal = Journal()
            let insert: @Sendable (Int, Int) -> Void = { number, id in
                database.submit(
                    { transaction in
                        let isNew = try transaction.insert(
                            "INSERT INTO notes (id, text) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", .integer(id),
                            .text("first \(number)"))
                        try transaction.note(100 + number, "\(number) \(isNew ? "was new" : "was known")")
                        return isNew
                    }, completion: { result in journal.note("\(number) \((try? result.get()) == true)") })
            }
            try await database.together { for (number, id) in [1, 2, 1, 3].enumerated() { insert(number, id) } }
            try await database.together { for (number, id) in [(4, 4), (5, 5)] { insert(number, id) } }
            try await database.together { insert(6, 5) }
            #expect(
                journal.entries == ["0 true", "1 true", "2 false", "3 true", "4 true", "5 true", "6 false"])
            #expect(
                try await database.notes() == [
                    "first 0", "first 1", "first 3", "first 4", "first 5", "0 was new", "1 was new", "2 was known",
                    "3 was new", "4 was new", "5 was new", "6 was known",
                ])
        }
    }

    @Test("an insertion that violates another rule is refused, alone", arguments: TestedEngine.allCases)
    func refusedInsertion(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let journal = Journal()
            try await database.together {
                for (id, text) in [(1, "one"), (2, "forbidden"), (3, "three")] {
                    database.submit(
                        { transaction in
                            try transaction.insert(
                                "INSERT INTO notes (id, text) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
                                .integer(id), .text(text))
                        }, completion: journal.ended("\(id)"))
                }
            }
            #expect(journal.entries == ["1 done", "2 constraint", "3 done"])
            #expect(try await database.notes() == ["one", "three"])
        }
    }

    @Test("a constraint checked at the commit fails the violating transaction, alone", arguments: TestedEngine.allCases)
    func deferredRule(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let journal = Journal()
            try await database.together {
                for id in 1...3 {
                    database.submit(
                        { try $0.note(id, "note \(id)", editor: id == 2 ? 99 : nil) },
                        completion: journal.ended("\(id)"))
                }
            }
            #expect(journal.entries == ["1 done", "2 constraint", "3 done"])
            #expect(try await database.notes() == ["note 1", "note 3"])
        }
    }

    @Test(
        "a task cancelled before it submits writes nothing; afterwards its result counts",
        arguments: TestedEngine.allCases)
    func cancellation(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let early = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await database.write { try $0.note(1, "never") }
            }
            await #expect(throws: CancellationError.self) { try await early.value }
            let late = Task {
                try await database.write { transaction in
                    withUnsafeCurrentTask { $0?.cancel() }
                    try transaction.note(2, "written")
                    return 2
                }
            }
            late.cancel()
            let outcome = await late.result
            // Cancelled in time or not, its result matches the stored state.
            let expected = (try? outcome.get()) == nil ? [] : ["written"]
            let stored = try await database.notes()
            #expect(stored == expected)
        }
    }
}
