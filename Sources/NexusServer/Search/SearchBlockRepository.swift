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

    /// Blocks by key, those alone in which a message may have been posted up to `time`.
    ///
    /// - Parameter keys: at most ``blocksAtOnce``.
    static func blocks(
        _ keys: some Collection<Int64>, upTo time: Timestamp, _ reader: Reader
    ) throws -> [Int64: Stored] {
        var values = keys.map { SQLValue.integer($0) }
        guard let last = values.last else { return [:] }
        if values.count == 1 {
            let found = try reader.first(blockOfKey, .time(time), last, body: stored)
            return found.map { [$0.key: $0] } ?? [:]
        }
        // One statement for any number: the last key stands for those that are missing.
        values += Array(repeating: last, count: blocksAtOnce - values.count)
        var found: [Int64: Stored] = [:]
        try reader.rows(blocksOfKeys, [.time(time)] + values) { row in
            let block = try stored(&row)
            found[block.key] = block
        }
        return found
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
