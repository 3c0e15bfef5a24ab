import NexusCore
import NexusDatabase

/// The index: for each conversation blocks of grams (decision 0032).
///
/// A message is in the index in its present state or not at all: an edit replaces its grams and a deletion removes them
/// in their own transaction, while a new message is indexed shortly after its post (``SearchProjection``).
enum SearchIndex {
    /// Its tables. Besides, `conversations` has a number for each in `search_number`, and up to where it is indexed in `indexed_seq`: a copy without
    /// the tables must ``forget(_:)`` them.
    static let tables: Set<String> = ["search_blocks", "search_progress"]

    /// Resets the index: existing messages are to be back-filled, later ones followed.
    static func begin(_ transaction: Transaction) throws {
        try transaction.script("DELETE FROM search_blocks; DELETE FROM search_progress;")
        try transaction.run(
            """
            UPDATE conversations SET search_number = counted.number, indexed_seq = head
            FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS number FROM conversations) AS counted
            WHERE counted.id = conversations.id
            """)
        let isEmpty = try transaction.first("SELECT 1 FROM messages LIMIT 1") { _ in true } == nil
        try transaction.run(
            """
            INSERT INTO search_progress (version, after_id, after_seq, is_complete, numbers)
            VALUES ($1, $2, 0, $3, (SELECT COUNT(*) FROM conversations))
            """, .integer(SearchGrams.version), .id(0, 0), .flag(isEmpty))
    }

    /// In a copy of a database without ``tables``: all conversations are to be followed from their start.
    static func forget(_ transaction: Transaction) throws {
        try transaction.run("UPDATE conversations SET search_number = NULL, indexed_seq = 0")
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
        guard let place = try place(of: old.conversation, transaction), let number = place.number else { return }
        try SearchBlockWriter(number: number, indexed: place.seq, transaction).replace(
            SearchMark.hashes(of: SearchedMessage(old)),
            by: message.isDeleted ? nil : SearchMark.hashes(of: SearchedMessage(message)), at: old.seq)
    }

    private static let placeOfConversation = SQL("SELECT search_number, indexed_seq FROM conversations WHERE id = $1")

    /// Where a conversation is in the index; without a number until its first message is taken in.
    private static func place(of id: ConversationID, _ reader: Reader) throws -> (number: Int64?, seq: Seq)? {
        try reader.first(placeOfConversation, .id(id)) { (number: try $0.next(), seq: try $0.next()) }
    }

    /// Gives a conversation its number.
    private static func number(_ id: ConversationID, _ transaction: Transaction) throws -> Int64 {
        try transaction.run("UPDATE search_progress SET numbers = numbers + 1")
        guard
            let number = try transaction.first("SELECT numbers FROM search_progress", body: { try $0.next(Int64.self) })
        else { throw DatabaseError(.corrupt, detail: "the search index has not begun") }
        try transaction.run(
            "UPDATE conversations SET search_number = $2 WHERE id = $1", .id(id), .integer(number))
        return number
    }

    // MARK: Following

    /// Conversations that have moved since the index last followed them, at most `limit`.
    static func behind(limit: Int, _ reader: Reader) throws -> [ConversationID] {
        try reader.all(
            "SELECT id FROM conversations WHERE indexed_seq < head ORDER BY changed_at DESC LIMIT $1", .integer(limit)
        ) { try $0.next() }
    }

    /// The number of unprocessed changes of conversations.
    static func remaining(_ reader: Reader) throws -> Int64 {
        try reader.first("SELECT COALESCE(SUM(head - indexed_seq), 0) FROM conversations") {
            try $0.next(Int64.self)
        } ?? 0
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
        /// The grams of each message.
        var grams: [[UInt32]] = []

        /// Finds the grams, which takes longest.
        mutating func findGrams() { grams = messages.map { $0.isDeleted ? [] : SearchMark.hashes(of: $0) } }

        /// The portion without the messages before that at `index`.
        func rest(from index: Int) -> Portion {
            var rest = self
            rest.after = messages[index - 1].seq
            rest.messages.removeFirst(index)
            rest.grams.removeFirst(index)
            return rest
        }
    }

    /// The next messages of a conversation; nil where nothing is behind.
    static func portion(of id: ConversationID, limit: Int, _ reader: Reader) throws -> Portion? {
        let place = try reader.first("SELECT indexed_seq, head FROM conversations WHERE id = $1", .id(id)) {
            (after: try $0.next(Int64.self), head: try $0.next(Int64.self))
        }
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
        guard let place = try place(of: portion.conversation, transaction), place.seq == portion.after else {
            return .outdated
        }
        let number = try place.number ?? number(portion.conversation, transaction)
        // Those that were edited or deleted after they were read.
        let changed = try transaction.all(
            "SELECT seq FROM messages WHERE conversation_id = $1 AND changed > $2 AND changed <> seq",
            .id(portion.conversation), .integer(portion.head)
        ) { try $0.next(Int64.self) }
        let writer = SearchBlockWriter(number: number, indexed: place.seq, transaction)
        // At the end the conversation's other changes are behind us too, or it would seem to be behind for ever.
        var reached = portion.isCut ? portion.last ?? portion.after : max(portion.head, portion.last ?? 0)
        var rest: Portion?
        var start = 0
        while start < portion.messages.count {
            if start > 0, transaction.shouldYield {
                rest = portion.rest(from: start)
                reached = rest?.after ?? reached
                break
            }
            let block = SearchBlockPlace.block(of: portion.messages[start].seq)
            let end =
                portion.messages[start...].firstIndex { SearchBlockPlace.block(of: $0.seq) != block }
                ?? portion.messages.count
            let entries = try (start..<end).compactMap { index -> SearchBlockWriter.Entry? in
                var message = portion.messages[index]
                var grams = portion.grams[index]
                if changed.contains(message.seq) {
                    guard let now = try SearchRepository.message(at: message.seq, in: portion.conversation, transaction)
                    else { return nil }
                    message = now
                    grams = SearchMark.hashes(of: now)
                }
                guard !message.isDeleted else { return nil }
                return SearchBlockWriter.Entry(seq: message.seq, postedAt: message.postedAt, grams: grams)
            }
            try writer.add(entries, to: block)
            start = end
        }
        if reached > place.seq {
            try writer.close(before: reached)
            try transaction.run(
                "UPDATE conversations SET indexed_seq = $2 WHERE id = $1", .id(portion.conversation), .integer(reached))
        }
        return rest.map(Taken.rest) ?? .all
    }

    /// Takes the next messages of a conversation in, at once.
    /// - Returns: How many were looked at; fewer than `limit` once it is followed to its end.
    @discardableResult
    static func follow(_ id: ConversationID, limit: Int, _ transaction: Transaction) throws -> Int {
        guard var portion = try portion(of: id, limit: limit, transaction) else { return 0 }
        portion.findGrams()
        _ = try take(portion, transaction)
        return portion.messages.count + portion.skipped.count
    }

    // MARK: Back-filling

    static func isComplete(_ reader: Reader) throws -> Bool {
        try reader.first("SELECT is_complete FROM search_progress") { try $0.next(Bool.self) } ?? false
    }

    /// Takes in the next of the messages that were there before the index, one conversation after the other.
    /// - Returns: Whether all of them are in, and those that could not be read.
    @discardableResult
    static func backfill(
        limit: Int, _ transaction: Transaction
    ) throws -> (isComplete: Bool, skipped: [SkippedRow]) {
        let after = try transaction.first("SELECT after_id, after_seq FROM search_progress WHERE is_complete = 0") {
            SearchRepository.Position(conversation: try $0.next(), seq: try $0.next())
        }
        guard let after else { return (true, []) }
        let (messages, skipped, last) = try SearchRepository.messages(after: after, limit: limit, transaction)
        var start = 0
        while start < messages.count {
            let (id, block) = (messages[start].conversation, SearchBlockPlace.block(of: messages[start].seq))
            let end =
                messages[start...].firstIndex { $0.conversation != id || SearchBlockPlace.block(of: $0.seq) != block }
                ?? messages.count
            // What is newer than the index, or behind what it follows, is followed and not back-filled.
            if let place = try place(of: id, transaction), let number = place.number {
                let entries = messages[start..<end].filter { !$0.isDeleted && $0.seq <= place.seq }.map {
                    SearchBlockWriter.Entry(seq: $0.seq, postedAt: $0.postedAt, grams: SearchMark.hashes(of: $0))
                }
                try SearchBlockWriter(number: number, indexed: place.seq, transaction).add(entries, to: block)
            }
            start = end
        }
        let isComplete = messages.count + skipped.count < limit
        let reached = last ?? after
        try transaction.run(
            "UPDATE search_progress SET after_id = $1, after_seq = $2, is_complete = $3", .id(reached.conversation),
            .integer(reached.seq), .flag(isComplete))
        return (isComplete, skipped)
    }
}
