import NexusCore
import NexusDatabase

/// The SQL of the index.
///
/// A message is in the index in its present state or not at all: an edit replaces its grams and a deletion removes them
/// in their own transaction, while a new message is indexed shortly after its post (``SearchProjection``).
enum SearchIndex {
    static let grams = GramIndex("message_grams")
    /// The number of the first message after the index was created.
    static let firstNewRow: Int64 = 1 << 40

    /// Its tables beside the grams.
    static let tables: Set<String> = ["search_conversations", "search_rows", "search_progress"]

    /// Resets the index: existing messages are to be back-filled, later ones followed.
    static func begin(_ transaction: Transaction) throws {
        try transaction.script(
            "DELETE FROM search_conversations; DELETE FROM search_rows; DELETE FROM search_progress;")
        try grams.removeAll(in: transaction)
        try transaction.run(
            "INSERT INTO search_conversations (conversation_id, indexed_seq) SELECT id, head FROM conversations")
        let isEmpty = try transaction.first("SELECT 1 FROM messages LIMIT 1") { _ in true } == nil
        try transaction.run(
            "INSERT INTO search_progress (version, after_id, is_complete) VALUES ($1, $2, $3)",
            .integer(SearchGrams.version), .id(0, 0), .flag(isEmpty))
    }

    /// Resets an index with outdated rules.
    static func beginIfOutdated(_ transaction: Transaction) throws {
        let version = try transaction.first("SELECT version FROM search_progress") { try $0.next(Int.self) }
        if version != SearchGrams.version { try begin(transaction) }
    }

    // MARK: Changes of messages

    /// Follows an edit or deletion. An unindexed message will be indexed in its later state.
    /// - Parameter message: in its present state.
    static func replace(_ old: Message, by message: Message, _ transaction: Transaction) throws {
        let place = try transaction.first(
            """
            SELECT r.row, r.number FROM search_conversations AS s JOIN search_rows AS r ON r.number = s.number
            WHERE s.conversation_id = $1 AND r.seq = $2
            """, .id(old.conversation), .integer(old.seq)
        ) { (row: try $0.next(Int64.self), number: try $0.next(Int64.self)) }
        guard let place else { return }
        try grams.remove(
            SearchMark.line(of: SearchedMessage(old), number: place.number), at: place.row, in: transaction)
        if message.isDeleted {
            try transaction.run("DELETE FROM search_rows WHERE row = $1", .integer(place.row))
        } else {
            try grams.add(
                SearchMark.line(of: SearchedMessage(message), number: place.number), at: place.row, in: transaction)
        }
    }

    // MARK: Following

    /// Conversations that have moved since the index last followed them, at most `limit`.
    static func behind(limit: Int, _ reader: Reader) throws -> [ConversationID] {
        try reader.all(
            """
            SELECT c.id FROM conversations AS c LEFT JOIN search_conversations AS s ON s.conversation_id = c.id
            WHERE s.number IS NULL OR s.indexed_seq < c.head LIMIT $1
            """, .integer(limit)
        ) { try $0.next() }
    }

    /// The number of unprocessed changes of conversations.
    static func remaining(_ reader: Reader) throws -> Int64 {
        try reader.first(
            """
            SELECT COALESCE(SUM(c.head - COALESCE(s.indexed_seq, 0)), 0)
            FROM conversations AS c LEFT JOIN search_conversations AS s ON s.conversation_id = c.id
            """
        ) { try $0.next(Int64.self) } ?? 0
    }

    /// Messages of one conversation that are to be indexed.
    struct Portion: Sendable {
        var conversation: ConversationID
        /// Messages after this one are indexed.
        var after: Seq
        /// The conversation's last change when they were read.
        var head: Seq
        var messages: [SearchedMessage]
        var skipped: [SkippedRow]
        /// The last message that was read.
        var last: Seq?
        /// Whether there may be more messages than these.
        var isCut: Bool
        /// The index entry of each message, without its conversation's number.
        var lines: [String] = []

        /// Makes the index entries, which takes longest.
        mutating func makeLines() { lines = messages.map { $0.isDeleted ? "" : SearchMark.line(of: $0) } }

        /// The portion without the messages before that at `index`.
        func rest(from index: Int) -> Portion {
            var rest = self
            rest.after = messages[index - 1].seq
            rest.messages.removeFirst(index)
            rest.lines.removeFirst(index)
            return rest
        }
    }

    /// The next messages of a conversation; nil where nothing is behind.
    static func portion(of id: ConversationID, limit: Int, _ reader: Reader) throws -> Portion? {
        let place = try reader.first(
            """
            SELECT COALESCE(s.indexed_seq, 0), c.head
            FROM conversations AS c LEFT JOIN search_conversations AS s ON s.conversation_id = c.id WHERE c.id = $1
            """, .id(id)
        ) { (after: try $0.next(Int64.self), head: try $0.next(Int64.self)) }
        guard let place, place.after < place.head else { return nil }
        let messages = try SearchRepository.messages(in: id, after: place.after, limit: limit, reader)
        return Portion(
            conversation: id, after: place.after, head: place.head, messages: messages.elements,
            skipped: messages.skipped, last: messages.last, isCut: messages.count == limit)
    }

    /// What a transaction did with a portion.
    enum Taken {
        case all
        /// The transaction had to end: this is left.
        case rest(Portion)
        /// Nothing: the index's cursor of this conversation moved after it was read.
        case outdated
    }

    /// Indexes messages in their present state, until the transaction should end.
    static func take(_ portion: Portion, _ transaction: Transaction) throws -> Taken {
        try transaction.run(
            """
            INSERT INTO search_conversations (conversation_id, indexed_seq) VALUES ($1, 0)
            ON CONFLICT (conversation_id) DO NOTHING
            """, .id(portion.conversation))
        let place = try transaction.first(
            "SELECT number, indexed_seq FROM search_conversations WHERE conversation_id = $1", .id(portion.conversation)
        ) { (number: try $0.next(Int64.self), seq: try $0.next(Int64.self)) }
        guard let place, place.seq == portion.after else { return .outdated }
        // Those that were edited or deleted after they were read.
        let changed = try transaction.all(
            "SELECT seq FROM messages WHERE conversation_id = $1 AND changed > $2 AND changed <> seq",
            .id(portion.conversation), .integer(portion.head)
        ) { try $0.next(Int64.self) }
        let last = try transaction.first("SELECT MAX(row) FROM search_rows") { try $0.next(Int64.self) } ?? 0
        var row = max(last, firstNewRow - 1)
        // At the end the conversation's other changes are behind us too, or it would seem to be behind for ever.
        var reached = portion.isCut ? portion.last ?? portion.after : max(portion.head, portion.last ?? 0)
        var rest: Portion?
        for (index, message) in portion.messages.enumerated() where !message.isDeleted {
            if index >= leastPerStep, transaction.shouldYield {
                rest = portion.rest(from: index)
                reached = rest?.after ?? reached
                break
            }
            var line = portion.lines[index]
            if changed.contains(message.seq) {
                guard let now = try SearchRepository.message(at: message.seq, in: portion.conversation, transaction),
                    !now.isDeleted
                else { continue }
                line = SearchMark.line(of: now)
            }
            let isNew =
                try transaction.count(
                    """
                    INSERT INTO search_rows (row, number, seq) VALUES ($1, $2, $3) ON CONFLICT (number, seq) DO NOTHING
                    """, .integer(row + 1), .integer(place.number), .integer(message.seq)) == 1
            guard isNew else { continue }
            row += 1
            try grams.add(line + " " + SearchMark.conversation(place.number), at: row, in: transaction)
        }
        if reached > place.seq {
            try transaction.run(
                "UPDATE search_conversations SET indexed_seq = $2 WHERE number = $1", .integer(place.number),
                .integer(reached))
        }
        return rest.map(Taken.rest) ?? .all
    }

    /// Messages indexed in one transaction even if others wait: fewer would cost more than they gain.
    private static let leastPerStep = 8

    /// Takes the next messages of a conversation in, at once.
    /// - Returns: How many were looked at; fewer than `limit` once it is followed to its end.
    @discardableResult
    static func follow(_ id: ConversationID, limit: Int, _ transaction: Transaction) throws -> Int {
        guard var portion = try portion(of: id, limit: limit, transaction) else { return 0 }
        portion.makeLines()
        _ = try take(portion, transaction)
        return portion.messages.count + portion.skipped.count
    }

    /// How many messages were indexed, those counted that were deleted since.
    static func rowCount(_ reader: Reader) throws -> Int64 {
        let counts = try reader.first(
            """
            SELECT COALESCE(MAX(row), 0), (SELECT COALESCE(MAX(row), 0) FROM search_rows WHERE row < $1) FROM search_rows
            """, .integer(firstNewRow)
        ) { (newest: try $0.next(Int64.self), backfilled: try $0.next(Int64.self)) }
        return counts.map { max(0, $0.newest - firstNewRow) + $0.backfilled } ?? 0
    }

    // MARK: Back-filling

    static func isComplete(_ reader: Reader) throws -> Bool {
        try reader.first("SELECT is_complete FROM search_progress") { try $0.next(Bool.self) } ?? false
    }

    /// Takes in the next of the messages that were there before the index, oldest first: their identifiers grow with time.
    /// - Returns: Whether all of them are in, and those that could not be read.
    @discardableResult
    static func backfill(
        limit: Int, _ transaction: Transaction
    ) throws -> (isComplete: Bool, skipped: [SkippedRow]) {
        let after: [UInt8]? = try transaction.first(
            "SELECT after_id FROM search_progress WHERE is_complete = 0"
        ) { try $0.next([UInt8].self) }
        guard let after else { return (true, []) }
        let (messages, skipped, last) = try SearchRepository.messages(after: after, limit: limit, transaction)
        var row =
            try transaction.first(
                "SELECT MAX(row) FROM search_rows WHERE row < $1", .integer(firstNewRow)
            ) { try $0.next(Int64.self) } ?? 0
        var numbers: [ConversationID: Int64] = [:]
        for message in messages where !message.isDeleted {
            if numbers[message.conversation] == nil {
                numbers[message.conversation] = try transaction.first(
                    "SELECT number FROM search_conversations WHERE conversation_id = $1", .id(message.conversation)
                ) { try $0.next(Int64.self) }
            }
            // A conversation without a number is newer than the index: it is followed, not back-filled.
            guard let number = numbers[message.conversation] else { continue }
            if try add(message, number: number, at: row + 1, transaction) { row += 1 }
        }
        let isComplete = messages.count + skipped.count < limit
        try transaction.run(
            "UPDATE search_progress SET after_id = $1, is_complete = $2", .blob(last ?? after), .flag(isComplete))
        return (isComplete, skipped)
    }

    /// Indexes a message unless it is indexed.
    private static func add(
        _ message: SearchedMessage, number: Int64, at row: Int64, _ transaction: Transaction
    ) throws -> Bool {
        let isNew =
            try transaction.count(
                "INSERT INTO search_rows (row, number, seq) VALUES ($1, $2, $3) ON CONFLICT (number, seq) DO NOTHING",
                .integer(row), .integer(number), .integer(message.seq)) == 1
        if isNew { try grams.add(SearchMark.line(of: message, number: number), at: row, in: transaction) }
        return isNew
    }
}
