import NexusDatabase
import Synchronization
import Testing

@Suite("A transaction that can wait")
struct BackgroundTransactionTests {
    @Test("is carried out after all others that wait, in a commit of its own", arguments: TestedEngine.threaded)
    func givesWay(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let order = Mutex<[String]>([])
            database.beforeCommit { _ in order.withLock { $0.append("commit") } }
            try await database.together {
                database.submitInBackground { _ in
                    order.withLock { $0.append("background") }
                } completion: { _ in
                }
                for _ in 0..<3 {
                    database.submit { transaction in
                        order.withLock { $0.append("other \(transaction.shouldYield)") }
                    } completion: { _ in
                    }
                }
            }
            try await database.writeInBackground { _ in }
            let steps = order.withLock { $0 }
            #expect(steps.filter { $0 != "commit" } == ["other false", "other false", "other false", "background"])
            let last = try #require(steps.lastIndex(of: "other false"))
            #expect(steps[last + 1] == "commit", "the others do not share their commit with it")
        }
    }

    @Test("is told to end once others wait", arguments: TestedEngine.threaded)
    func yields(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let isTold = try await database.writeInBackground { transaction in
                database.submit { _ in
                } completion: { _ in
                }
                return transaction.shouldYield
            }
            #expect(isTold)
            #expect(try await !database.write { $0.shouldYield })
        }
    }

    @Test("keeps what it wrote, and undoes it whole when it throws", arguments: TestedEngine.allCases)
    func isATransaction(engine: TestedEngine) async throws {
        struct Planted: Error {}
        try await engine.withDatabase { database in
            try await database.writeInBackground { try $0.run("INSERT INTO notes (id, text) VALUES (1, 'one')") }
            await #expect(throws: Planted.self) {
                try await database.writeInBackground { transaction in
                    try transaction.run("INSERT INTO notes (id, text) VALUES (2, 'two')")
                    throw Planted()
                }
            }
            let texts = try await database.read { try $0.all("SELECT text FROM notes") { try $0.next(String.self) } }
            #expect(texts == ["one"])
        }
    }
}
