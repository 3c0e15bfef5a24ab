import NexusCore
import NexusDatabase

/// The SQL of history, with access checked in the query.
enum HistoryRepository {
    /// A conversation as one of its members sees it.
    struct View {
        var info: Conversation
        var head: Seq
        var read: Seq
        /// The `seq` at which the member last hid or showed receipts: all rows look different since.
        var receiptsChanged: Seq
    }

    /// `nil` for a non-member, whether the conversation exists or not.
    static func view(_ id: ConversationID, for user: UserID, in reader: Reader) throws -> View? {
        try reader.first(
            """
            SELECT c.kind, c.title, c.creator_id, c.created_at, c.allows_ai, c.about, c.picture_id, c.changed, c.head,
                m.read_seq, m.receipts_changed
            FROM conversations AS c JOIN members AS m ON m.conversation_id = c.id
            WHERE c.id = $1 AND m.user_id = $2 AND m.has_left = 0
            """, .id(id), .id(user)
        ) { row in
            View(
                info: Conversation(
                    id: id, kind: try row.next() == 0 ? .direct : .group, title: try row.next(),
                    creator: try row.next(), createdAt: try row.next(), allowsAI: try row.next(),
                    about: try row.next(), picture: try row.next(), changed: try row.next()),
                head: try row.next(), read: try row.next(), receiptsChanged: try row.next())
        }
    }

    /// The members that changed after `seq`, as `viewer` may see them: without receipts and pictures of users who have
    /// blocked the viewer, without receipts of users who hide theirs, and with only their own if the viewer hides
    /// theirs. Without a viewer, unfiltered.
    static func members(
        of id: ConversationID, changedAfter seq: Seq, for viewer: UserID? = nil, in reader: Reader
    ) throws -> [Member] {
        let all = try members(of: id, changedAfter: seq, reader)
        guard let viewer, !all.isEmpty else { return all }
        let blocking = try BlockRepository.blocking(viewer, in: reader)
        let hiding = try AccountRepository.hidingReceipts(in: reader)
        guard !blocking.isEmpty || !hiding.isEmpty else { return all }
        let seesNone = hiding.contains(viewer)
        return all.map { member in
            guard member.user != viewer else { return member }
            if blocking.contains(member.user) { return member.without(.everything) }
            return seesNone || hiding.contains(member.user) ? member.withoutReceipts : member
        }
    }

    private static func members(of id: ConversationID, changedAfter seq: Seq, _ reader: Reader) throws -> [Member] {
        try reader.all(
            """
            SELECT m.user_id, u.name, u.picture_id, m.role, m.has_left, m.joined, m.read_seq, m.delivered_seq, m.changed
            FROM members AS m JOIN users AS u ON u.id = m.user_id WHERE m.conversation_id = $1 AND m.changed > $2
            """, .id(id), .integer(seq)
        ) { row in
            Member(
                user: try row.next(), name: try row.next(), picture: try row.next(),
                role: Member.Role(rawValue: try row.next()) ?? .member, hasLeft: try row.next(),
                joined: try row.next(), read: try row.next(), delivered: try row.next(), changed: try row.next())
        }
    }

    /// The SELECT of history rows, before their condition: messages and group events.
    private static let entries = "SELECT \(MessageRepository.columns), NULL FROM messages WHERE"
    private static let andEvents = "UNION ALL SELECT \(EventRepository.columns) FROM events WHERE"

    private static let postedAfter = SQL(
        """
        \(entries) conversation_id = $1 AND seq > $2 AND changed = seq
        \(andEvents) conversation_id = $1 AND seq > $2 ORDER BY 3 LIMIT $3
        """)

    /// Messages posted after `seq` and not changed since, and events, ascending.
    static func posted(in id: ConversationID, after seq: Seq, limit: Int, _ reader: Reader) throws -> [Message] {
        try reader.all(
            postedAfter, .id(id), .integer(seq), .integer(limit), body: EventRepository.entry)
    }

    private static let changedAfter = SQL(
        """
        SELECT \(MessageRepository.columns) FROM messages
        WHERE conversation_id = $1 AND changed > $2 AND changed <> seq ORDER BY changed LIMIT $3
        """)

    /// Messages edited or deleted after `seq`, ascending by that change.
    static func changed(in id: ConversationID, after seq: Seq, limit: Int, _ reader: Reader) throws -> [Message] {
        try reader.all(
            changedAfter, .id(id), .integer(seq), .integer(limit), body: MessageRepository.message)
    }

    /// The position of a message in the conversation; nil if it is not there.
    static func position(of message: MessageID, in id: ConversationID, _ reader: Reader) throws -> Seq? {
        try reader.first(
            "SELECT seq FROM messages WHERE id = $1 AND conversation_id = $2", .id(message), .id(id)
        ) { try $0.next() }
    }

    private static let newestBefore = SQL(
        """
        \(entries) conversation_id = $1 AND seq < $2
        \(andEvents) conversation_id = $1 AND seq < $2 ORDER BY 3 DESC LIMIT $3
        """)

    /// The messages and events just before `seq`, ascending.
    static func messages(in id: ConversationID, before seq: Seq, limit: Int, _ reader: Reader) throws -> [Message] {
        try reader.all(
            newestBefore, .id(id), .integer(seq), .integer(limit), body: EventRepository.entry
        ).reversed()
    }

    private static let oldestAfter = SQL(
        """
        \(entries) conversation_id = $1 AND seq > $2
        \(andEvents) conversation_id = $1 AND seq > $2 ORDER BY 3 LIMIT $3
        """)

    /// The messages and events just after `seq`, ascending.
    static func messages(in id: ConversationID, after seq: Seq, limit: Int, _ reader: Reader) throws -> [Message] {
        try reader.all(
            oldestAfter, .id(id), .integer(seq), .integer(limit), body: EventRepository.entry)
    }

    /// The maximum of messages scanned for one unread count: a bot that writes a lot and reads nothing must not make it
    /// more expensive with every message.
    private static let unreadSpan = 20_000

    /// Messages by others after `seq` that are neither deleted nor hidden, counted from the newest, up to `limit`.
    static func unread(
        in id: ConversationID, after seq: Seq, for user: UserID, limit: Int, _ reader: Reader
    ) throws -> Int {
        let deleted = try UserSettingsRepository.settings(of: id, for: user, in: reader)?.deleted ?? DeletedForOneself()
        let start = max(seq, deleted.through)
        var hidden = 0
        for seq in deleted.later where seq > start {
            hidden += try isUnread(seq, in: id, for: user, reader) ? 1 : 0
        }
        let all = try unreadInAll(in: id, after: start, for: user, limit: limit + hidden, reader)
        return min(limit, all - hidden)
    }

    /// The `seq` of the newest message; 0 without any.
    static func newest(in id: ConversationID, _ reader: Reader) throws -> Seq {
        try reader.first("SELECT seq FROM messages WHERE conversation_id = $1 ORDER BY seq DESC LIMIT 1", .id(id)) {
            try $0.next()
        } ?? 0
    }

    private static func isUnread(_ seq: Seq, in id: ConversationID, for user: UserID, _ reader: Reader) throws -> Bool {
        try reader.first(
            """
            SELECT 1 FROM messages WHERE conversation_id = $1 AND seq = $2 AND sender_id <> $3 AND deleted_at IS NULL
            """, .id(id), .integer(seq), .id(user)
        ) { _ in true } ?? false
    }

    private static func unreadInAll(
        in id: ConversationID, after seq: Seq, for user: UserID, limit: Int, _ reader: Reader
    ) throws -> Int {
        try reader.first(
            """
            SELECT COUNT(*) FROM (SELECT 1 FROM (SELECT sender_id, deleted_at FROM messages
                    WHERE conversation_id = $1 AND seq > $2 ORDER BY seq DESC LIMIT $5) AS newest
                WHERE sender_id <> $3 AND deleted_at IS NULL LIMIT $4) AS bounded
            """, .id(id), .integer(seq), .id(user), .integer(limit), .integer(unreadSpan)
        ) { try $0.next() } ?? 0
    }

    /// A user's conversation that changed, and when.
    struct Move {
        var entry: Moved.Entry
        var at: Timestamp
    }

    /// The conversations that changed in `(since, through]`, by time. For a former member, the change is the leaving;
    /// the others come with the time of their last message, by which an empty device orders its list.
    static func moves(
        of user: UserID, after since: Timestamp, through: Timestamp, includingLeft: Bool, limit: Int, _ reader: Reader
    ) throws -> [Move] {
        try reader.all(
            """
            SELECT conversation_id, head, has_left,
                CASE WHEN has_left = 1 THEN NULL ELSE COALESCE((SELECT written_at FROM messages
                    WHERE messages.conversation_id = moves.conversation_id ORDER BY seq DESC LIMIT 1), created_at) END,
                moved_at
            FROM (
                SELECT m.conversation_id AS conversation_id, m.has_left AS has_left, c.created_at AS created_at,
                    CASE WHEN m.has_left = 1 THEN m.changed ELSE c.head END AS head,
                    CASE WHEN m.has_left = 1 THEN m.left_at ELSE c.changed_at END AS moved_at
                FROM members AS m JOIN conversations AS c ON c.id = m.conversation_id
                WHERE m.user_id = $1 AND (m.has_left = 0 OR $4 = 1)) AS moves
            WHERE moved_at > $2 AND moved_at <= $3 ORDER BY moved_at LIMIT $5
            """, .id(user), .time(since), .time(through), .flag(includingLeft), .integer(limit)
        ) { row in
            Move(
                entry: Moved.Entry(
                    conversation: try row.next(), head: try row.next(), hasLeft: try row.next(),
                    lastAt: try row.next()),
                at: try row.next())
        }
    }

    /// Everyone who is or, by false, was a member, in each of these conversations.
    static func everMembers(
        of conversations: [ConversationID], _ reader: Reader
    ) throws -> [ConversationID: [UserID: Bool]] {
        let rows = try reader.all(
            SQL(
                """
                SELECT conversation_id, user_id, has_left FROM members
                WHERE conversation_id IN (\(SQL.placeholders(from: 1, count: conversations.count)))
                """), conversations.map { .id($0) }
        ) { row in
            (
                conversation: try row.next(ConversationID.self), user: try row.next(UserID.self),
                hasLeft: try row.next(Bool.self)
            )
        }
        return rows.reduce(into: [:]) { $0[$1.conversation, default: [:]][$1.user] = !$1.hasLeft }
    }
}
