import Dispatch
import NexusDatabase
import Testing

@Suite("Reads")
struct SnapshotTests {
    @Test("all statements of a read see one state during writes", arguments: TestedEngine.concurrent)
    func snapshot(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            try await database.write { try $0.note(1, "one") }
            let hasRead = DispatchSemaphore(value: 0)
            let hasWritten = DispatchSemaphore(value: 0)
            async let counts = database.read { reader in
                let count: SQL = "SELECT count(*) FROM notes"
                let before = try reader.first(count) { try $0.next(Int.self) }
                hasRead.signal()
                hasWritten.wait()
                return [before, try reader.first(count) { try $0.next(Int.self) }]
            }
            try await database.write { transaction in
                hasRead.wait()
                try transaction.note(2, "two")
            }
            hasWritten.signal()
            #expect(try await counts == [1, 1])
            #expect(try await database.notes().count == 2)
        }
    }

    @Test("reads run concurrently", arguments: TestedEngine.concurrent)
    func concurrent(engine: TestedEngine) async throws {
        try await engine.withDatabase(readerCount: 2) { database in
            let first = DispatchSemaphore(value: 0)
            let second = DispatchSemaphore(value: 0)
            // Each waits for the other: one after the other they would never end.
            async let one: Void = database.read { _ in
                first.signal()
                second.wait()
            }
            async let two: Void = database.read { _ in
                second.signal()
                first.wait()
            }
            _ = try await (one, two)
            #expect(database.statistics.reads == 2)
        }
    }

    @Test("a read sees earlier acknowledged changes", arguments: TestedEngine.allCases)
    func readYourWrites(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            for id in 1...30 {
                try await database.write { try $0.note(id, "note \(id)") }
                #expect(try await database.notes().count == id)
            }
        }
    }

    @Test("a failing read leaves its reader usable", arguments: TestedEngine.allCases)
    func failingRead(engine: TestedEngine) async throws {
        try await engine.withDatabase(readerCount: 1) { database in
            await #expect(throws: Refusal.self) { try await database.read { _ in throw Refusal() } }
            await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.rows("SELECT * FROM nowhere") { _ in } }
            }
            let stored = try await database.notes()
            #expect(stored == [])
        }
    }
}
