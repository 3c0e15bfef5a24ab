import NexusCore
import NexusDatabase

/// The SQL of the queue of e-mails.
enum MailRepository {
    static func insert(
        _ mail: QueuedMail, content: [UInt8]?, about subject: SQLValue = .null, until expiry: Timestamp,
        _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO mails
                (id, kind, recipient, content, state, attempts, created_at, due_at, expires_at, reason, subject_id)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """, .id(mail.id), .text(mail.kind.rawValue), .text(mail.to), content.map { .blob($0) } ?? .null,
            .text(mail.state.rawValue), .integer(mail.attempts), .time(mail.createdAt), .time(mail.dueAt),
            .time(expiry), .text(mail.reason), subject)
    }

    /// How many wait.
    static func waitingCount(in reader: Reader) throws -> Int {
        try reader.first("SELECT COUNT(*) FROM mails WHERE state = 'waiting'") { try $0.next() } ?? 0
    }

    /// Deletes the e-mails of a kind that wait and tell of something that no longer holds.
    static func withdraw(_ kind: MailKind, about subject: SQLValue, _ transaction: Transaction) throws {
        try transaction.run(
            "DELETE FROM mails WHERE subject_id = $1 AND kind = $2 AND state = 'waiting'", subject,
            .text(kind.rawValue))
    }

    /// The e-mails whose next attempt is due, the most overdue first.
    static func due(at now: Timestamp, limit: Int, in reader: Reader) throws -> [(mail: QueuedMail, content: [UInt8])] {
        try reader.all(
            SQL(
                """
                SELECT \(columns), content FROM mails WHERE state = 'waiting' AND due_at <= $1 AND expires_at > $1
                ORDER BY due_at, id LIMIT $2
                """), .time(now), .integer(limit)
        ) { (try mail(&$0), try $0.next()) }
    }

    /// How many wait, since when the oldest does, and when the next is due and expires.
    static func waiting(in reader: Reader) throws -> MailBacklog {
        try reader.first(
            "SELECT COUNT(*), MIN(created_at), MIN(due_at), MIN(expires_at) FROM mails WHERE state = 'waiting'"
        ) {
            MailBacklog(
                count: try $0.next(), oldest: try $0.next(), due: try $0.next(), expiry: try $0.next())
        } ?? MailBacklog()
    }

    /// Those that wait, the next first, then those that failed, the newest first.
    static func list(limit: Int, in reader: Reader) throws -> [QueuedMail] {
        try reader.all(
            SQL("SELECT \(columns) FROM mails WHERE state = 'waiting' ORDER BY due_at, id LIMIT $1"), .integer(limit),
            body: mail)
            + reader.all(
                SQL("SELECT \(columns) FROM mails WHERE state = 'failed' ORDER BY due_at DESC, id LIMIT $1"),
                .integer(limit), body: mail)
    }

    /// Makes all that wait due.
    static func makeDue(at now: Timestamp, _ transaction: Transaction) throws {
        try transaction.run("UPDATE mails SET due_at = $1 WHERE state = 'waiting' AND due_at > $1", .time(now))
    }

    /// Counts an attempt that is to be repeated.
    static func postpone(
        _ id: MailID, until due: Timestamp, reason: String, _ transaction: Transaction
    ) throws {
        try transaction.run(
            "UPDATE mails SET attempts = attempts + 1, due_at = $2, reason = $3 WHERE id = $1 AND state = 'waiting'",
            .id(id), .time(due), .text(reason))
    }

    /// Keeps an e-mail as failed, without its content.
    static func fail(_ id: MailID, reason: String, at now: Timestamp, _ transaction: Transaction) throws {
        try transaction.run(
            """
            UPDATE mails SET attempts = attempts + 1, state = 'failed', content = NULL, due_at = $2, reason = $3
            WHERE id = $1 AND state = 'waiting'
            """, .id(id), .time(now), .text(reason))
    }

    static func delete(_ id: MailID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM mails WHERE id = $1", .id(id))
    }

    /// Fails those that waited too long.
    ///
    /// - Returns: their number.
    static func expire(at now: Timestamp, _ transaction: Transaction) throws -> Int {
        try transaction.count(
            """
            UPDATE mails SET state = 'failed', content = NULL, due_at = $1,
                reason = 'Not sent in time. ' || reason WHERE state = 'waiting' AND expires_at <= $1
            """, .time(now))
    }

    /// Deletes failures from before a time, and the oldest beyond a number.
    static func forgetFailures(before time: Timestamp, beyond limit: Int, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM mails WHERE state = 'failed' AND due_at < $1", .time(time))
        try transaction.run(
            """
            DELETE FROM mails WHERE id IN
                (SELECT id FROM mails WHERE state = 'failed' ORDER BY due_at DESC, id LIMIT 1000000 OFFSET $1)
            """, .integer(limit))
    }

    private static let columns = "id, kind, recipient, state, attempts, created_at, due_at, reason"

    private static func mail(_ row: inout Row) throws -> QueuedMail {
        QueuedMail(
            id: try row.next(), kind: MailKind(rawValue: try row.next()) ?? .other, to: try row.next(),
            state: QueuedMail.State(rawValue: try row.next()) ?? .failed, attempts: try row.next(),
            createdAt: try row.next(), dueAt: try row.next(), reason: try row.next())
    }
}
