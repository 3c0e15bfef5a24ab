import NexusDatabase
import Testing

@Suite("Statements")
struct StatementTests {
    private static let values = [
        Migration(
            "values",
            "CREATE TABLE v (k {integer} PRIMARY KEY NOT NULL, i {integer}, r {real}, t {text}, b {blob}) {strict}")
    ]

    @Test("every type of value survives storage", arguments: TestedEngine.allCases)
    func roundTrip(engine: TestedEngine) async throws {
        try await engine.withDatabase(migrations: Self.values) { database in
            let texts = ["", "plain", "naïve 日本語 👩‍👩‍👧", String(repeating: "long ", count: 30_000)]
            let blobs: [[UInt8]] = [[], [0], Array(0...255), [UInt8](repeating: 7, count: 100_000)]
            let integers: [Int64] = [0, -1, .max, .min]
            try await database.write { transaction in
                let insert: SQL = "INSERT INTO v (k, i, r, t, b) VALUES ($1, $2, $3, $4, $5)"
                for (index, text) in texts.enumerated() {
                    try transaction.run(insert, .integer(index), nil, nil, .text(text), nil)
                }
                for (index, blob) in blobs.enumerated() {
                    try transaction.run(insert, .integer(100 + index), nil, 1.5, nil, .blob(blob))
                }
                for (index, integer) in integers.enumerated() {
                    try transaction.run(insert, .integer(200 + index), .integer(integer), nil, nil, nil)
                }
                try transaction.run(insert, 300, true, nil, "literal", .id(.max, 1))
            }
            try await database.read { reader in
                let select: SQL = "SELECT i, r, t, b FROM v WHERE k >= $1 AND k < $1 + 100 ORDER BY k"
                func column<Value: ColumnValue>(_ index: Int) -> (inout Row) throws -> Value {
                    { row in
                        row.skip(index)
                        return try row.next()
                    }
                }
                #expect(try reader.all(select, 0, body: column(2)) == texts)
                #expect(try reader.all(select, 100, body: column(3)) == blobs)
                #expect(try reader.all(select, 200, body: column(0)) == integers)
                try reader.rows(select, 300) { row in
                    let (flag, real, text): (Bool, Double?, String) = (try row.next(), try row.next(), try row.next())
                    #expect(flag && real == nil && text == "literal")
                    var bytes = row
                    let (id, stored): (Identifier, [UInt8]) = (try row.next(), try bytes.next())
                    #expect(id == Identifier(high: .max, low: 1))
                    #expect(stored == [UInt8](repeating: 255, count: 8) + [0, 0, 0, 0, 0, 0, 0, 1])
                }
                let nulls = try reader.first(select, 0) { row in
                    (
                        try row.next(Int64?.self), try row.next(Double?.self), try row.next(String?.self),
                        try row.next(Identifier?.self)
                    )
                }
                #expect(nulls?.0 == nil && nulls?.1 == nil && nulls?.2 == texts[0] && nulls?.3 == nil)
                #expect(try reader.first(select, 100, body: column(1)) == 1.5)
            }
        }
    }

    @Test("a parameter is bound by its number at all its places", arguments: TestedEngine.allCases)
    func parameterOrder(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let found = try await database.read { reader in
                try reader.first("SELECT $3 || $1 || $2 || $1 || '$4'", "a", "b", "c") { try $0.next(String.self) }
            }
            #expect(found == "caba$4")
        }
    }

    @Test("a list is bound through one placeholder per value", arguments: TestedEngine.allCases)
    func lists(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let found = try await database.write { transaction in
                for id in 1...9 { try transaction.note(id, "note \(id)") }
                let wanted = [2, 4, 8, 16]
                let list = SQL.placeholders(from: 1, count: wanted.count)
                return try transaction.all(
                    SQL("SELECT id FROM notes WHERE id IN (\(list)) ORDER BY id"), wanted.map { .integer($0) }
                ) { try $0.next(Int.self) }
            }
            #expect(found == [2, 4, 8])
        }
    }

    @Test(
        "a wrong statement is refused by code and leaves the transaction usable", arguments: TestedEngine.allCases,
        ["SELEKT 1", "SELECT $1", "SELECT $2", "SELECT ?1", "SELECT :a", "", "SELECT 1; SELECT 2"])
    func wrongStatements(engine: TestedEngine, text: String) async throws {
        try await engine.withDatabase { database in
            // The body may run more than once: what counts is what it returned at last.
            let code = try await database.write { transaction in
                let values: [SQLValue] = text.contains("$1") ? [] : text.contains("?") || text.contains(":") ? [1] : []
                var code: DatabaseError.Code?
                do { try transaction.run(SQL(text), values) } catch let error as DatabaseError { code = error.code }
                try transaction.note(1, "still here")
                return code
            }
            #expect(code == .invalidStatement)
            #expect(try await database.notes() == ["still here"])
        }
    }

    @Test("a read cannot write", arguments: TestedEngine.allCases)
    func readOnly(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.rows("INSERT INTO people (id) VALUES (1)") { _ in } }
            }
            #expect(error?.code == .invalidStatement)
        }
    }

    @Test("each row is read from its first column on, and not past its last", arguments: TestedEngine.allCases)
    func columnsInOrder(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let rows = try await database.read { reader in
                try reader.all("SELECT 1, 'a', 'unread' UNION ALL SELECT 2, 'b', 'unread'") { row in
                    "\(try row.next(Int.self)) \(try row.next(String.self))"
                }
            }
            #expect(rows == ["1 a", "2 b"])
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { reader in
                    _ = try reader.first("SELECT 1") { row in (try row.next(Int.self), try row.next(Int.self)) }
                }
            }
            #expect(error?.code == .corrupt)
        }
    }

    @Test("a statement may run inside its own rows", arguments: TestedEngine.allCases)
    func nested(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let pairs = try await database.write { transaction in
                for id in 1...3 { try transaction.note(id, "note \(id)") }
                let select: SQL = "SELECT id, $1 FROM notes ORDER BY id"
                var pairs: [String] = []
                try transaction.rows(select, "outer") { outer in
                    let (id, text): (Int, String) = (try outer.next(), try outer.next())
                    try transaction.rows(select, .text("inner \(id)")) { inner in
                        let (innerID, innerText): (Int, String) = (try inner.next(), try inner.next())
                        pairs.append("\(id)\(innerID) \(text) \(innerText)")
                    }
                }
                return pairs
            }
            #expect(pairs.count == 9)
            #expect(pairs[5] == "23 outer inner 2")
        }
    }

    @Test("rows returned by a change can be read, and the change counts its rows", arguments: TestedEngine.allCases)
    func returning(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            try await database.write { transaction in
                try transaction.note(1, "one")
                try transaction.note(2, "two")
                let returned = try transaction.first(
                    "UPDATE notes SET text = text || '!' RETURNING text"
                ) { try $0.next(String.self) }
                #expect(returned == "one!")
                #expect(try transaction.count("UPDATE notes SET text = text || '?'") == 2)
                let repeated: SQL = "INSERT INTO notes (id, text) VALUES (1, 'x') ON CONFLICT DO NOTHING"
                #expect(try transaction.count(repeated) == 0)
            }
            #expect(try await database.notes() == ["one!?", "two!?"])
        }
    }

    @Test("an error in a row loop ends only that statement", arguments: TestedEngine.allCases)
    func errorInRow(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            try await database.write { transaction in
                try transaction.note(1, "one")
                #expect(throws: Refusal()) {
                    try transaction.rows("SELECT id FROM notes") { _ in throw Refusal() }
                }
                try transaction.note(2, "two")
            }
            #expect(try await database.notes() == ["one", "two"])
        }
    }

    @Test("many different statements stay correct", arguments: TestedEngine.allCases)
    func manyStatements(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let sums = try await database.read { reader in
                try (0..<600).map { number in
                    try reader.first(SQL("SELECT \(number % 300) + $1"), .integer(number)) { try $0.next(Int.self) }
                }
            }
            #expect(sums == (0..<600).map { $0 % 300 + $0 })
        }
    }

    @Test(
        "a text with a NUL character is stored by SQLite, and refused by PostgreSQL", arguments: TestedEngine.allCases)
    func nul(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            do {
                try await database.write { try $0.note(1, "null \0 inside") }
                #expect(engine != .postgres)
            } catch let error as DatabaseError {
                #expect(engine == .postgres && error.constraint == .nul)
            }
            #expect(try await database.notes() == (engine == .postgres ? [] : ["null \0 inside"]))
        }
    }

    @Test("a value that is no identifier is refused, not misread")
    func shortIdentifier() async throws {
        try await TestedEngine.inline.withDatabase { database in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.first("SELECT x'0102'") { try $0.next(Identifier.self) } }
            }
            #expect(error?.code == .corrupt)
        }
    }
}
