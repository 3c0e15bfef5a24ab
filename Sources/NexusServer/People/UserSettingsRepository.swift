import NexusCore
import NexusDatabase

/// The SQL of personal settings. Every query is limited to one user's rows.
enum UserSettingsRepository {
    /// Takes the next `seq` of the user's stream.
    static func advance(_ user: UserID, _ transaction: Transaction) throws -> Seq {
        transaction.tellOthers(.own(user))
        return try transaction.first(
            """
            INSERT INTO own_heads (user_id, head) VALUES ($1, 1)
            ON CONFLICT (user_id) DO UPDATE SET head = own_heads.head + 1 RETURNING head
            """, .id(user)
        ) { try $0.next() } ?? 0
    }

    /// The last change of the user's stream, and of their account.
    static func head(of user: UserID, in reader: Reader) throws -> (head: Seq, profile: Seq) {
        try reader.first("SELECT head, profile_changed FROM own_heads WHERE user_id = $1", .id(user)) { row in
            (try row.next(), try row.next())
        } ?? (0, 0)
    }

    static func setProfileChanged(_ seq: Seq, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE own_heads SET profile_changed = $2 WHERE user_id = $1", .id(user), .integer(seq))
    }

    // MARK: Settings

    /// An SQL condition: true if a user with these settings `own` of the conversation, or NULL, has not deleted the
    /// message with that `seq` for themself.
    static func shows(_ seq: String) -> String {
        """
        (\(seq) > COALESCE(own.cleared_through, 0)
            AND COALESCE(' ' || own.hidden || ' ', '') NOT LIKE '% ' || CAST(\(seq) AS TEXT) || ' %')
        """
    }

    static func settings(
        of conversation: ConversationID, for user: UserID, in reader: Reader
    ) throws -> ConversationSettings? {
        try reader.first(
            """
            SELECT conversation_id, muted_until, archived_through, is_pinned, is_marked_unread, draft, cleared_through,
                hidden, level, plays_sound, changed
            FROM settings WHERE user_id = $1 AND conversation_id = $2
            """, .id(user), .id(conversation), body: settings)
    }

    /// Rows that changed after `seq`, ascending by that change.
    static func settings(
        for user: UserID, after seq: Seq, limit: Int, in reader: Reader
    ) throws -> [ConversationSettings] {
        try reader.all(
            """
            SELECT conversation_id, muted_until, archived_through, is_pinned, is_marked_unread, draft, cleared_through,
                hidden, level, plays_sound, changed
            FROM settings WHERE user_id = $1 AND changed > $2 ORDER BY changed LIMIT $3
            """, .id(user), .integer(seq), .integer(limit), body: settings)
    }

    static func put(_ settings: ConversationSettings, for user: UserID, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO settings (user_id, conversation_id, muted_until, archived_through, is_pinned, is_marked_unread,
                draft, changed, cleared_through, hidden, level, plays_sound)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            ON CONFLICT (user_id, conversation_id) DO UPDATE SET muted_until = excluded.muted_until,
                archived_through = excluded.archived_through, is_pinned = excluded.is_pinned,
                is_marked_unread = excluded.is_marked_unread, draft = excluded.draft, changed = excluded.changed,
                cleared_through = excluded.cleared_through, hidden = excluded.hidden, level = excluded.level,
                plays_sound = excluded.plays_sound
            """, .id(user), .id(settings.conversation), .time(settings.mutedUntil), .integer(settings.archivedThrough),
            .flag(settings.isPinned), .flag(settings.isMarkedUnread), .text(settings.draft), .integer(settings.changed),
            .integer(settings.clearedThrough), .text(settings.storedHidden),
            .text(settings.level.rawValue), .flag(settings.playsSound))
    }

    /// Reads the columns `conversation_id, muted_until, archived_through, is_pinned, is_marked_unread, draft,
    /// cleared_through, hidden, level, plays_sound, changed`.
    private static func settings(_ row: inout Row) throws -> ConversationSettings {
        ConversationSettings(
            conversation: try row.next(), mutedUntil: try row.next(), archivedThrough: try row.next(),
            isPinned: try row.next(), isMarkedUnread: try row.next(), draft: try row.next(),
            clearedThrough: try row.next(), hidden: ConversationSettings.hidden(stored: try row.next()),
            level: ConversationLevel(rawValue: try row.next()) ?? .usual, playsSound: try row.next(),
            changed: try row.next())
    }

    // MARK: Relations

    static func relation(of user: UserID, to other: UserID, in reader: Reader) throws -> Relation? {
        try reader.first(
            """
            SELECT r.other_id, u.name, r.is_favourite, r.is_blocked, r.changed
            FROM relations AS r JOIN users AS u ON u.id = r.other_id WHERE r.user_id = $1 AND r.other_id = $2
            """, .id(user), .id(other), body: relation)
    }

    /// Rows that changed after `seq`, ascending by that change.
    static func relations(of user: UserID, after seq: Seq, limit: Int, in reader: Reader) throws -> [Relation] {
        try reader.all(
            """
            SELECT r.other_id, u.name, r.is_favourite, r.is_blocked, r.changed
            FROM relations AS r JOIN users AS u ON u.id = r.other_id WHERE r.user_id = $1 AND r.changed > $2
            ORDER BY r.changed LIMIT $3
            """, .id(user), .integer(seq), .integer(limit), body: relation)
    }

    static func put(_ relation: Relation, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO relations (user_id, other_id, is_favourite, is_blocked, changed) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (user_id, other_id) DO UPDATE SET is_favourite = excluded.is_favourite,
                is_blocked = excluded.is_blocked, changed = excluded.changed
            """, .id(user), .id(relation.user), .flag(relation.isFavourite), .flag(relation.isBlocked),
            .integer(relation.changed))
    }

    /// Reads the columns `other_id, name, is_favourite, is_blocked, changed`.
    private static func relation(_ row: inout Row) throws -> Relation {
        Relation(
            user: try row.next(), name: try row.next(), isFavourite: try row.next(), isBlocked: try row.next(),
            changed: try row.next())
    }
}
