import NexusCore
import NexusDatabase

/// The SQL of the index's blocks.
enum SearchBlockRepository {
    struct Stored {
        var key: Int64
        /// No message in it was posted earlier.
        var since: Timestamp
        /// As ``SearchBlock`` stores it.
        var bytes: [UInt8]
    }

    /// Blocks that are read with one statement.
    static let blocksAtOnce = 32

    private static let blocksOfKeys = SQL(
        """
        SELECT key, since, grams FROM search_blocks
        WHERE key IN (\(SQL.placeholders(from: 2, count: blocksAtOnce))) AND since <= $1
        """)

    /// What a search finds in a block.
    struct Found {
        /// No message in it was posted earlier.
        var since: Timestamp
        /// As ``SearchBlock/places(having:in:)`` tells them.
        var places: UInt128
    }

    /// What is found in blocks, by key; in those alone in which a message may have been posted up to `time`.
    ///
    /// - Parameter keys: at most ``blocksAtOnce``.
    static func places(
        having asked: AskedGrams, in keys: some Collection<Int64>, upTo time: Timestamp, _ reader: Reader
    ) throws -> [Int64: Found] {
        var values = keys.map { SQLValue.integer($0) }
        guard let last = values.last else { return [:] }
        var statement = blockOfKey
        if values.count > 1 {
            statement = blocksOfKeys
            // One statement for any number: the last key stands for those that are missing.
            values += Array(repeating: last, count: blocksAtOnce - values.count)
        }
        var found: [Int64: Found] = [:]
        try reader.rows(statement, [.time(time)] + values) { row in
            let (key, since): (Int64, Timestamp) = (try row.next(), try row.next())
            let grams: GramsColumn = try row.next()
            found[key] = Found(
                since: since,
                places: try grams.column.withBytes { try SearchBlock.places(having: asked, in: $0) })
        }
        return found
    }

    /// Read in place: a search looks at thousands of blocks, at a few of their bytes.
    private struct GramsColumn: ColumnValue {
        let column: Column

        init(_ column: Column) { self.column = column }
    }

    private static let blockOfKey = SQL("SELECT key, since, grams FROM search_blocks WHERE key = $2 AND since <= $1")

    static func block(_ key: Int64, _ reader: Reader) throws -> Stored? {
        try reader.first(blockOfKey, .time(.init(milliseconds: .max)), .integer(key), body: stored)
    }

    private static let blocksBetweenKeys = SQL(
        "SELECT key, since, grams FROM search_blocks WHERE key >= $1 AND key < $2 ORDER BY key")

    /// Gives the blocks from one key up to another to `body`, in their order.
    static func each(from first: Int64, to end: Int64, _ reader: Reader, _ body: (Stored) throws -> Void) throws {
        try reader.rows(blocksBetweenKeys, .integer(first), .integer(end)) { row in try body(stored(&row)) }
    }

    private static func stored(_ row: inout Row) throws -> Stored {
        Stored(key: try row.next(), since: try row.next(), bytes: try row.next())
    }

    /// Stores a block; one without grams is removed.
    static func put(_ block: SearchBlock, since: Timestamp, at key: Int64, _ transaction: Transaction) throws {
        guard !block.isEmpty else {
            try transaction.run("DELETE FROM search_blocks WHERE key = $1", .integer(key))
            return
        }
        try transaction.run(
            """
            INSERT INTO search_blocks (key, since, grams) VALUES ($1, $2, $3)
            ON CONFLICT (key) DO UPDATE SET since = excluded.since, grams = excluded.grams
            """, .integer(key), .time(since), .blob(block.stored))
    }
}
