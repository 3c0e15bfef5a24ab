import NexusDatabase
import Testing

@Suite("The index of grams")
struct GramIndexTests {
    private let index = GramIndex("pieces")

    private var pieces: [Migration] { [Migration("pieces") { [index] in try index.create(in: $0) }] }

    private func rows(
        _ lists: [[String]], before row: Int64 = .max, limit: Int = 10, in database: any Database
    ) async throws -> [Int64] {
        try await database.read { [index] in
            try index.rows(havingOneOfEach: lists, before: row, limit: limit, $0)
        }
    }

    @Test("merges on request, a little at a time, and finds the same", arguments: TestedEngine.allCases)
    func merges(engine: TestedEngine) async throws {
        try await engine.withDatabase(migrations: pieces) { database in
            try await database.write { [index] in try index.mergeOnRequest(in: $0) }
            for row in 1...Int64(64) {
                try await database.write { [index] in try index.add("abc g\(row)", at: row, in: $0) }
            }
            var steps = 0
            while try await database.write({ [index] in try index.merge(pages: 4, in: $0) }) { steps += 1 }
            #expect(steps > 0 || engine == .postgres)
            #expect(try await rows([["abc"]], limit: 100, in: database) == Array((1...64).reversed()))
            #expect(try await rows([["g7"]], in: database) == [7])
        }
    }

    @Test(
        "finds the rows with one gram of each list, the greatest number first, from any row on",
        arguments: TestedEngine.allCases)
    func finds(engine: TestedEngine) async throws {
        try await engine.withDatabase(migrations: pieces) { database in
            try await database.write { [index] transaction in
                try index.add("abc bcd 会議", at: 1, in: transaction)
                try index.add("abc xyz", at: 2, in: transaction)
                try index.add("bcd xyz \u{E000}7", at: 1 << 41, in: transaction)
            }
            #expect(try await rows([["abc"]], in: database) == [2, 1])
            #expect(try await rows([["abc", "bcd"]], in: database) == [1 << 41, 2, 1])
            #expect(try await rows([["abc", "bcd"], ["xyz"]], in: database) == [1 << 41, 2])
            #expect(try await rows([["会議"]], in: database) == [1])
            #expect(try await rows([["\u{E000}7"]], in: database) == [1 << 41])
            #expect(try await rows([["abc", "bcd"]], before: 2, in: database) == [1])
            #expect(try await rows([["abc", "bcd"]], limit: 1, in: database) == [1 << 41])
            #expect(try await rows([["ab"]], in: database).isEmpty)
            #expect(try await rows([["abc"], []], in: database).isEmpty)
        }
    }

    @Test(
        "a removed row is gone, also in the transaction that adds it again with other grams",
        arguments: TestedEngine.allCases)
    func removes(engine: TestedEngine) async throws {
        try await engine.withDatabase(migrations: pieces) { database in
            try await database.write { [index] in try index.add("abc bcd", at: 5, in: $0) }
            try await database.write { [index] transaction in
                try index.remove("abc bcd", at: 5, in: transaction)
                try index.add("bcd xyz", at: 5, in: transaction)
            }
            #expect(try await rows([["abc"]], in: database).isEmpty)
            #expect(try await rows([["bcd"]], in: database) == [5])
            #expect(try await rows([["xyz"]], in: database) == [5])
            try await database.write { [index] in try index.removeAll(in: $0) }
            #expect(try await rows([["xyz"]], in: database).isEmpty)
        }
    }

    @Test(
        "text that is no gram is never part of a query", arguments: TestedEngine.allCases,
        ["\"", "a b", "a\" OR \"b", "a*", "pieces:a", "(", "A", "", "-a", "a\0"])
    func hostile(engine: TestedEngine, _ text: String) async throws {
        try await engine.withDatabase(migrations: pieces) { database in
            try await database.write { [index] in try index.add("a b", at: 1, in: $0) }
            #expect(try await rows([[text]], in: database).isEmpty)
        }
    }
}
