import NexusCore
import NexusDatabase

/// The SQL of searching. Membership is part of each query that reads messages: a search finds what history would show
/// (decision 0008).
enum SearchRepository {
    /// A conversation of the caller.
    struct Place {
        var id: ConversationID
        /// Its number in the index; `nil` while it is too young to have one.
        var number: Int64?
        /// The `seq` up to which it is indexed.
        var indexed: Seq
        var head: Seq
        /// No message in it was posted later.
        var changedAt: Timestamp
        /// The messages that the caller has deleted for themself.
        var deleted: ConversationSettings
        /// Whether AI may read it.
        var allowsAI: Bool
        /// Its title, or in a direct conversation the other user's name.
        var name: String
    }

    /// All conversations of a user, most recently changed first, without direct ones with blocked users.
    static func places(of user: UserID, _ reader: Reader) throws -> [Place] {
        try reader.all(
            """
            SELECT c.id, c.search_number, c.indexed_seq, c.head, c.changed_at, COALESCE(own.cleared_through, 0), COALESCE(own.hidden, ''),
                c.allows_ai, COALESCE(c.title, (
                    SELECT u.name FROM members AS o JOIN users AS u ON u.id = o.user_id
                    WHERE o.conversation_id = c.id AND o.user_id <> $1 LIMIT 1), '')
            FROM members AS m JOIN conversations AS c ON c.id = m.conversation_id
                LEFT JOIN settings AS own ON own.user_id = $1 AND own.conversation_id = c.id
            WHERE m.user_id = $1 AND m.has_left = 0 AND NOT (c.title IS NULL AND EXISTS (
                SELECT 1 FROM members AS b JOIN relations AS r ON r.other_id = b.user_id
                WHERE b.conversation_id = c.id AND r.user_id = $1 AND r.is_blocked = 1))
            ORDER BY c.changed_at DESC
            """, .id(user)
        ) { row in
            let id: ConversationID = try row.next()
            return Place(
                id: id, number: try row.next(), indexed: try row.next(), head: try row.next(),
                changedAt: try row.next(),
                deleted: ConversationSettings(
                    conversation: id, clearedThrough: try row.next(),
                    hidden: ConversationSettings.hidden(stored: try row.next())),
                allowsAI: try row.next(), name: try row.next())
        }
    }

    /// Users by name and address, for `from:`. Scans at most `limit`, the oldest accounts first: the same each time.
    static func people(limit: Int, _ reader: Reader, where matches: (String, String) -> Bool) throws -> [UserID] {
        var people: [UserID] = []
        try reader.rows("SELECT id, name, email FROM users ORDER BY id LIMIT $1", .integer(limit)) { row in
            let id: UserID = try row.next()
            if matches(try row.next(), try row.next()) { people.append(id) }
        }
        return people
    }

    static func name(of user: UserID, _ reader: Reader) throws -> String? {
        try reader.first("SELECT name FROM users WHERE id = $1", .id(user)) { try $0.next() }
    }

    // MARK: Indexed messages

    private static let messageAtSeq = SQL(
        """
        SELECT \(SearchedMessage.columns) FROM members AS mine JOIN messages AS m ON m.conversation_id = mine.conversation_id
        WHERE mine.conversation_id = $1 AND mine.user_id = $3 AND mine.has_left = 0 AND m.seq = $2 AND m.deleted_at IS NULL
        """)

    /// A message for a member; `nil` for others, and once it is deleted.
    static func message(
        in id: ConversationID, at seq: Seq, for user: UserID, _ reader: Reader
    ) throws -> SearchedMessage? {
        try reader.first(messageAtSeq, .id(id), .integer(seq), .id(user), body: SearchedMessage.init)
    }

    /// Messages that are read with one statement.
    static let messagesAtOnce = 16

    private static let messagesAtSeqs = SQL(
        """
        SELECT \(SearchedMessage.columns) FROM members AS mine JOIN messages AS m ON m.conversation_id = mine.conversation_id
        WHERE mine.conversation_id = $1 AND mine.user_id = $2 AND mine.has_left = 0 AND m.deleted_at IS NULL
            AND m.seq IN (\(SQL.placeholders(from: 3, count: messagesAtOnce)))
        ORDER BY m.seq
        """)

    /// Messages for a member, oldest first, without those that are deleted; none for others.
    ///
    /// - Parameter seqs: at most ``messagesAtOnce``.
    static func messages(
        in id: ConversationID, at seqs: some Collection<Seq>, for user: UserID, _ reader: Reader
    ) throws -> [SearchedMessage] {
        var values = seqs.map { SQLValue.integer($0) }
        guard let last = values.last else { return [] }
        // One statement for any number: the last stands for those that are missing.
        values += Array(repeating: last, count: messagesAtOnce - values.count)
        return try reader.all(messagesAtSeqs, [.id(id), .id(user)] + values, body: SearchedMessage.init)
    }

    /// When a message was posted, be it deleted.
    static func moment(of seq: Seq, in id: ConversationID, _ reader: Reader) throws -> SearchMoment? {
        try reader.postedAt(of: seq, in: id).map { SearchMoment(at: $0, conversation: id, seq: seq) }
    }

    private static let messagesAround = SQL(
        """
        SELECT \(SearchedMessage.columns) FROM members AS mine JOIN messages AS m ON m.conversation_id = mine.conversation_id
        WHERE mine.conversation_id = $1 AND mine.user_id = $3 AND mine.has_left = 0 AND m.seq BETWEEN $2 - $4 AND $2 + $4
            AND m.deleted_at IS NULL
        ORDER BY m.seq
        """)

    /// A member's messages with a `seq` at most `neighbours` away.
    static func around(
        _ seq: Seq, in id: ConversationID, for user: UserID, neighbours: Int, _ reader: Reader
    ) throws -> [SearchedMessage] {
        try reader.all(
            messagesAround, .id(id), .integer(seq), .id(user), .integer(neighbours), body: SearchedMessage.init)
    }

    // MARK: Unindexed messages

    private static let newestMessages = SQL(
        """
        SELECT \(SearchedMessage.columns) FROM members AS mine JOIN messages AS m ON m.conversation_id = mine.conversation_id
        WHERE mine.conversation_id = $1 AND mine.user_id = $3 AND mine.has_left = 0 AND m.seq > $2 AND m.deleted_at IS NULL
            AND m.written_at < $5
        ORDER BY m.seq DESC LIMIT $4
        """)

    /// Gives a member's messages after `seq`, and written before `end`, to `body`, newest first, at most `limit`.
    static func newest(
        in id: ConversationID, after seq: Seq, before end: Timestamp? = nil, for user: UserID, limit: Int,
        _ reader: Reader,
        _ body: (SearchedMessage) -> Void
    ) throws {
        try reader.rows(
            newestMessages, .id(id), .integer(seq), .id(user), .integer(limit),
            .time(end ?? Timestamp(milliseconds: .max))
        ) { row in
            body(try SearchedMessage(&row))
        }
    }

    // MARK: For the index

    private static let messagesAfterSeq = SQL(
        """
        SELECT \(SearchedMessage.columns) FROM messages AS m WHERE m.conversation_id = $1 AND m.seq > $2
        ORDER BY m.seq LIMIT $3
        """)

    /// Messages after `seq`, ascending, deleted ones among them.
    static func messages(
        in id: ConversationID, after seq: Seq, limit: Int, _ reader: Reader
    ) throws -> ReadableRows<SearchedMessage> {
        try reader.readableRows(
            messagesAfterSeq, .id(id), .integer(seq), .integer(limit), in: id, seqColumn: 2, body: SearchedMessage.init)
    }

    private static let storedMessageAtSeq = SQL(
        "SELECT \(SearchedMessage.columns) FROM messages AS m WHERE m.conversation_id = $1 AND m.seq = $2")

    static func message(at seq: Seq, in id: ConversationID, _ reader: Reader) throws -> SearchedMessage? {
        try reader.first(storedMessageAtSeq, .id(id), .integer(seq), body: SearchedMessage.init)
    }

    /// Where a message is.
    struct Position {
        var conversation: ConversationID
        var seq: Seq
    }

    private static let messagesAfterPosition = SQL(
        """
        SELECT \(SearchedMessage.columns) FROM messages AS m WHERE (m.conversation_id, m.seq) > ($1, $2)
        ORDER BY m.conversation_id, m.seq LIMIT $3
        """)

    /// Messages of one conversation after the other, deleted ones among them; those that cannot be read; and the last position.
    static func messages(
        after position: Position, limit: Int, _ reader: Reader
    ) throws -> (messages: [SearchedMessage], skipped: [SkippedRow], last: Position?) {
        var messages: [SearchedMessage] = []
        var skipped: [SkippedRow] = []
        var last: Position?
        try reader.rows(
            messagesAfterPosition, .id(position.conversation), .integer(position.seq), .integer(limit)
        ) { row in
            var place = row
            place.skip()
            let found = Position(conversation: try place.next(), seq: try place.next())
            last = found
            do {
                messages.append(try SearchedMessage(&row))
            } catch {
                skipped.append(SkippedRow(found.seq, in: found.conversation, because: error))
            }
        }
        return (messages, skipped, last)
    }
}
