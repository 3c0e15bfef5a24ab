import NexusCore
import NexusDatabase

/// The SQL of conversations with messages that a user is to be e-mailed about if they stay unread.
enum MissedMailRepository {
    /// Notes a conversation, unless it is noted: the first message sets the time.
    static func want(
        _ conversation: ConversationID, for user: UserID, dueAt: Timestamp, _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO missed_mails (user_id, conversation_id, due_at) VALUES ($1, $2, $3)
            ON CONFLICT (user_id, conversation_id) DO NOTHING
            """, .id(user), .id(conversation), .time(dueAt))
    }

    /// The user whose e-mail has been due for longest; nil if none is due.
    static func due(at now: Timestamp, in reader: Reader) throws -> UserID? {
        try reader.first("SELECT user_id FROM missed_mails WHERE due_at <= $1 ORDER BY due_at LIMIT 1", .time(now)) {
            try $0.next()
        }
    }

    /// The conversations of a user that are due.
    static func conversations(of user: UserID, dueAt now: Timestamp, in reader: Reader) throws -> [ConversationID] {
        try reader.all(
            "SELECT conversation_id FROM missed_mails WHERE user_id = $1 AND due_at <= $2", .id(user), .time(now)
        ) { try $0.next() }
    }

    /// Sets another time.
    static func postpone(
        _ conversation: ConversationID, for user: UserID, until dueAt: Timestamp, _ transaction: Transaction
    ) throws {
        try transaction.run(
            "UPDATE missed_mails SET due_at = $3 WHERE user_id = $1 AND conversation_id = $2", .id(user),
            .id(conversation), .time(dueAt))
    }

    /// Forgets a conversation.
    static func delete(_ conversation: ConversationID, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run(
            "DELETE FROM missed_mails WHERE user_id = $1 AND conversation_id = $2", .id(user), .id(conversation))
    }

    /// All conversations of a user, due or not: one e-mail tells of them.
    static func conversations(of user: UserID, in reader: Reader) throws -> [ConversationID] {
        try reader.all("SELECT conversation_id FROM missed_mails WHERE user_id = $1", .id(user)) { try $0.next() }
    }

    /// Forgets all conversations of a user, and withdraws the e-mail that waits to be sent.
    static func withdraw(of user: UserID, _ transaction: Transaction) throws {
        try delete(of: user, transaction)
        try MailRepository.withdraw(.missed, about: .id(user), transaction)
    }

    static func delete(of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM missed_mails WHERE user_id = $1", .id(user))
    }
}
