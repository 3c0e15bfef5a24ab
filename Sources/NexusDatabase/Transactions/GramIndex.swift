/// An index from grams (short pieces of text, or markers) to the numbers of the rows that contain them, the one part of
/// full-text search that engines spell entirely differently. SQLite stores it in FTS5 without texts, positions and
/// lengths, as lists of row numbers.
///
/// A gram consists of lower-case letters, digits and scalars beyond ASCII only, so it cannot contain a word of a query
/// language.
public struct GramIndex: Sendable {
    private let name: String

    /// - Parameter name: of its table; a word of the program's own.
    public init(_ name: StaticString) {
        self.name = name.description
    }

    /// The statement that creates it, for a migration.
    public var schema: String {
        """
        CREATE VIRTUAL TABLE \(name) USING fts5(
            grams, content = '', columnsize = 0, detail = none, tokenize = 'ascii')
        """
    }

    /// Adds a row. Rows that are added in the order of their numbers cost least.
    /// - Parameter grams: with a space between.
    public func add(_ grams: String, at row: Int64, in transaction: Transaction) throws {
        try transaction.run(SQL("INSERT INTO \(name) (rowid, grams) VALUES ($1, $2)"), .integer(row), .text(grams))
    }

    /// Removes a row.
    /// - Parameter grams: exactly those it was added with.
    public func remove(_ grams: String, at row: Int64, in transaction: Transaction) throws {
        try transaction.run(
            SQL("INSERT INTO \(name) (\(name), rowid, grams) VALUES ('delete', $1, $2)"), .integer(row), .text(grams))
    }

    /// Leaves merging to ``merge(pages:in:)``: the engine would merge much at once, at the end of a transaction that others wait for.
    public func mergeOnRequest(in transaction: Transaction) throws {
        for (option, value) in [("automerge", 0), ("crisismerge", 512), ("usermerge", 8)] as [(String, Int)] {
            try transaction.run(
                SQL("INSERT INTO \(name) (\(name), rank) VALUES ($1, $2)"), .text(option), .integer(value))
        }
    }

    /// Merges some of the segments added lately, so that searches stay fast.
    /// - Returns: Whether there is more to merge.
    public func merge(pages: Int, in transaction: Transaction) throws -> Bool {
        let changes = SQL("SELECT total_changes()")
        let before = try transaction.first(changes) { try $0.next() } ?? 0
        try transaction.run(SQL("INSERT INTO \(name) (\(name), rank) VALUES ('merge', $1)"), .integer(pages))
        // The engine's own way to tell (https://sqlite.org/fts5.html#the_merge_command).
        return (try transaction.first(changes) { try $0.next() } ?? 0) - before >= 2
    }

    /// Forgets all rows.
    public func removeAll(in transaction: Transaction) throws {
        try transaction.run(SQL("INSERT INTO \(name) (\(name)) VALUES ('delete-all')"))
    }

    /// The rows before `row` that have, of each list, at least one gram: greatest number first.
    public func rows(havingOneOfEach lists: [[String]], before row: Int64, limit: Int, _ reader: Reader) throws
        -> [Int64]
    {
        let expression = lists.map { list in
            let grams = list.filter(GramIndex.isGram).map { "\"\($0)\"" }.joined(separator: " OR ")
            return "(\(grams.isEmpty ? "\"\"" : grams))"
        }.joined(separator: " AND ")
        return try reader.all(
            SQL("SELECT rowid FROM \(name) WHERE \(name) MATCH $1 AND rowid < $2 ORDER BY rowid DESC LIMIT $3"),
            .text(expression), .integer(row), .integer(limit)
        ) { try $0.next() }
    }

    private static func isGram(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            byte >= 0x80 || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
        }
    }
}
