/// An index from grams (short pieces of text, or markers) to the numbers of the rows that contain them, the one part of
/// full-text search that engines spell entirely differently. SQLite stores it in FTS5 without texts, positions and
/// lengths, as lists of row numbers; PostgreSQL as arrays with an inverted index (GIN).
///
/// A gram consists of lower-case letters, digits and scalars beyond ASCII only, so it cannot contain a word of a query
/// language.
public struct GramIndex: Sendable {
    private let name: String

    /// - Parameter name: of its table; a word of the program's own.
    public init(_ name: StaticString) {
        self.name = name.description
    }

    /// Creates it, in a migration.
    public func create(in transaction: Transaction) throws {
        switch transaction.connection.dialect.engine {
        case .sqlite:
            try transaction.script(
                """
                CREATE VIRTUAL TABLE \(name) USING fts5(
                    grams, content = '', columnsize = 0, detail = none, tokenize = 'ascii')
                """)
        case .postgres:
            try transaction.script(
                """
                CREATE TABLE \(name) (row {integer} PRIMARY KEY, grams TEXT[] COLLATE "C" NOT NULL);
                CREATE INDEX \(name)_grams ON \(name) USING gin (grams)
                """)
        }
    }

    /// Adds a row. Rows that are added in the order of their numbers cost least.
    /// - Parameter grams: with a space between.
    public func add(_ grams: String, at row: Int64, in transaction: Transaction) throws {
        let statement =
            switch transaction.connection.dialect.engine {
            case .sqlite: "INSERT INTO \(name) (rowid, grams) VALUES ($1, $2)"
            case .postgres:
                """
                INSERT INTO \(name) (row, grams) VALUES ($1, string_to_array($2, ' '))
                    ON CONFLICT (row) DO UPDATE SET grams = \(name).grams || excluded.grams
                """
            }
        try transaction.run(SQL(statement), .integer(row), .text(grams))
    }

    /// Removes a row.
    /// - Parameter grams: exactly those it was added with.
    public func remove(_ grams: String, at row: Int64, in transaction: Transaction) throws {
        switch transaction.connection.dialect.engine {
        case .sqlite:
            try transaction.run(
                SQL("INSERT INTO \(name) (\(name), rowid, grams) VALUES ('delete', $1, $2)"), .integer(row),
                .text(grams))
        case .postgres:
            try transaction.run(SQL("DELETE FROM \(name) WHERE row = $1"), .integer(row))
        }
    }

    /// Leaves merging to ``merge(pages:in:)``: the engine would merge much at once, at the end of a transaction that others wait for.
    public func mergeOnRequest(in transaction: Transaction) throws {
        // PostgreSQL merges what was added lately when it vacuums.
        guard case .sqlite = transaction.connection.dialect.engine else { return }
        for (option, value) in [("automerge", 0), ("crisismerge", 512), ("usermerge", 8)] as [(String, Int)] {
            try transaction.run(
                SQL("INSERT INTO \(name) (\(name), rank) VALUES ($1, $2)"), .text(option), .integer(value))
        }
    }

    /// Merges some of the segments added lately, so that searches stay fast.
    /// - Returns: Whether there is more to merge.
    public func merge(pages: Int, in transaction: Transaction) throws -> Bool {
        guard case .sqlite = transaction.connection.dialect.engine else { return false }
        let changes = SQL("SELECT total_changes()")
        let before = try transaction.first(changes) { try $0.next() } ?? 0
        try transaction.run(SQL("INSERT INTO \(name) (\(name), rank) VALUES ('merge', $1)"), .integer(pages))
        // The engine's own way to tell (https://sqlite.org/fts5.html#the_merge_command).
        return (try transaction.first(changes) { try $0.next() } ?? 0) - before >= 2
    }

    /// Forgets all rows.
    public func removeAll(in transaction: Transaction) throws {
        switch transaction.connection.dialect.engine {
        case .sqlite: try transaction.run(SQL("INSERT INTO \(name) (\(name)) VALUES ('delete-all')"))
        case .postgres: try transaction.run(SQL("DELETE FROM \(name)"))
        }
    }

    /// The rows before `row` that have, of each list, at least one gram: greatest number first.
    public func rows(havingOneOfEach lists: [[String]], before row: Int64, limit: Int, _ reader: Reader) throws
        -> [Int64]
    {
        if case .postgres = reader.connection.dialect.engine {
            return try rowsOfArrays(havingOneOfEach: lists, before: row, limit: limit, reader)
        }
        let expression = lists.map { list in
            let grams = list.filter(GramIndex.isGram).map { "\"\($0)\"" }.joined(separator: " OR ")
            return "(\(grams.isEmpty ? "\"\"" : grams))"
        }.joined(separator: " AND ")
        return try reader.all(
            SQL("SELECT rowid FROM \(name) WHERE \(name) MATCH $1 AND rowid < $2 ORDER BY rowid DESC LIMIT $3"),
            .text(expression), .integer(row), .integer(limit)
        ) { try $0.next() }
    }

    private func rowsOfArrays(havingOneOfEach lists: [[String]], before row: Int64, limit: Int, _ reader: Reader) throws
        -> [Int64]
    {
        let lists = lists.map { $0.filter(GramIndex.isGram) }
        guard lists.allSatisfy({ !$0.isEmpty }) else { return [] }
        let conditions = lists.indices.map { " AND grams && string_to_array($\($0 + 3), ' ')" }.joined()
        return try reader.all(
            SQL("SELECT row FROM \(name) WHERE row < $1\(conditions) ORDER BY row DESC LIMIT $2"),
            [.integer(row), .integer(limit)] + lists.map { .text($0.joined(separator: " ")) }
        ) { try $0.next() }
    }

    private static func isGram(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte >= 0x80 || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
            }
    }
}
