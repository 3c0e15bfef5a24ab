import Testing

@testable import NexusDatabase

@Suite("Prepared statements")
struct StatementCacheTests {
    @Test("a literal is prepared once, a built text once while it is cached")
    func once() throws {
        let connection = try SQLiteConnection.open(.inline, for: .writer)
        try connection.perform { handle in
            var cache = StatementCache<SQLiteStatement>()
            var prepared: [String] = []
            func find(_ sql: SQL) throws -> SQLiteStatement {
                try cache.statement(for: sql) { text in
                    prepared.append(text)
                    return try SQLiteStatement(text, on: handle, lasting: true)
                }
            }
            let literal: SQL = "SELECT 1"
            let first = try find(literal)
            #expect(try find(literal) === first)
            let built = try find(SQL("SELECT " + "2"))
            #expect(try find(SQL("SELECT " + "2")) === built)
            #expect(prepared == ["SELECT 1", "SELECT 2"])
            for number in 3..<400 { _ = try find(SQL("SELECT \(number)")) }
            #expect(try find(literal) === first)
            _ = try find(SQL("SELECT " + "2"))
            #expect(prepared.last == "SELECT 2")
            cache.removeAll()
            #expect(try find(literal) !== first)
            cache.removeAll()
        }
        try connection.close()
    }
}
