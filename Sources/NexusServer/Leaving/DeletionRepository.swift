import NexusCore
import NexusDatabase

/// The SQL of accounts that are to be deleted, or are being deleted.
enum DeletionRepository {
    /// What a deletion does next.
    enum Stage: Int {
        /// Nothing until it is due.
        case scheduled = 0
        /// The name changes in one conversation after the other, and groups are left.
        case leaving = 1
        /// Messages are deleted in one conversation after the other.
        case messages = 2
        /// Settings, drafts and everything else of the person alone are deleted.
        case belongings = 3
    }

    struct Deletion: Sendable {
        var user: UserID
        var requestedBy: UserID
        var requestedAt: Timestamp
        var dueAt: Timestamp
        var deletesMessages: Bool
        var stage = Stage.scheduled
        /// The conversation that is worked on or, with `seq` 0, the last that is done.
        var conversation: ConversationID?
        /// The position in that conversation.
        var seq: Seq = 0

        var state: DeletionState { DeletionState(deletesAt: dueAt, messages: deletesMessages ? .delete : .keep) }
    }

    private static let columns = """
        user_id, requested_by, requested_at, due_at, deletes_messages, stage, conversation_id, seq FROM account_deletions
        """

    static func deletion(of user: UserID, in reader: Reader) throws -> Deletion? {
        try reader.first(SQL("SELECT \(columns) WHERE user_id = $1"), .id(user), body: deletion)
    }

    /// The deletion that goes on next: one under way, else the one that is due the longest.
    static func next(at now: Timestamp, in reader: Reader) throws -> Deletion? {
        try reader.first(
            SQL("SELECT \(columns) WHERE due_at <= $1 ORDER BY stage DESC, due_at, user_id LIMIT 1"), .time(now),
            body: deletion)
    }

    static func put(_ deletion: Deletion, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO account_deletions (user_id, requested_by, requested_at, due_at, deletes_messages, stage,
                conversation_id, seq) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (user_id) DO UPDATE SET requested_by = excluded.requested_by,
                requested_at = excluded.requested_at, due_at = excluded.due_at,
                deletes_messages = excluded.deletes_messages, stage = excluded.stage,
                conversation_id = excluded.conversation_id, seq = excluded.seq
            """, .id(deletion.user), .id(deletion.requestedBy), .time(deletion.requestedAt), .time(deletion.dueAt),
            .flag(deletion.deletesMessages), .integer(deletion.stage.rawValue), .optional(deletion.conversation),
            .integer(deletion.seq))
    }

    static func delete(of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM account_deletions WHERE user_id = $1", .id(user))
    }

    /// Whether another administrator can sign in and is not about to leave too.
    static func hasOtherAdministrator(than user: UserID, in reader: Reader) throws -> Bool {
        try reader.first(
            """
            SELECT 1 FROM users AS u WHERE u.is_administrator = 1 AND u.suspended_at IS NULL AND u.password_hash <> ''
                AND u.id <> $1 AND NOT EXISTS (SELECT 1 FROM account_deletions AS d WHERE d.user_id = u.id) LIMIT 1
            """, .id(user)
        ) { _ in true } ?? false
    }

    // MARK: The position of a deletion

    /// The next conversation of a person, present or former.
    static func conversation(
        of user: UserID, after conversation: ConversationID?, in reader: Reader
    ) throws -> ConversationID? {
        try reader.first(
            """
            SELECT conversation_id FROM members WHERE user_id = $1 AND (conversation_id > $2 OR $2 IS NULL)
            ORDER BY conversation_id LIMIT 1
            """, .id(user), .optional(conversation)
        ) { try $0.next() }
    }

    /// A person's messages in a part of a conversation, ascending.
    static func messages(
        of user: UserID, in conversation: ConversationID, after seq: Seq, through end: Seq, limit: Int, _ reader: Reader
    ) throws -> [(id: MessageID, seq: Seq)] {
        try reader.all(
            """
            SELECT id, seq FROM messages
            WHERE conversation_id = $1 AND seq > $2 AND seq <= $3 AND sender_id = $4 AND deleted_at IS NULL
            ORDER BY seq LIMIT $5
            """, .id(conversation), .integer(seq), .integer(end), .id(user), .integer(limit)
        ) { (try $0.next(), try $0.next()) }
    }

    static func head(of conversation: ConversationID, in reader: Reader) throws -> Seq {
        try reader.first("SELECT head FROM conversations WHERE id = $1", .id(conversation)) { try $0.next() } ?? 0
    }

    private static func deletion(_ row: inout Row) throws -> Deletion {
        Deletion(
            user: try row.next(), requestedBy: try row.next(), requestedAt: try row.next(), dueAt: try row.next(),
            deletesMessages: try row.next(), stage: Stage(rawValue: try row.next()) ?? .scheduled,
            conversation: try row.next(), seq: try row.next())
    }
}
