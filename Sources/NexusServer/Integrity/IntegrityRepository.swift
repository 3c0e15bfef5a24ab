import NexusCore
import NexusDatabase

/// The SQL of checking that rows agree with each other. Each query returns places, as text for the operator.
enum IntegrityRepository {
    private static func places(_ sql: SQL, in reader: Reader) throws -> [String] {
        try reader.all(sql) { row in
            let conversation: ConversationID = try row.next()
            return "\(conversation) \(try row.next(Int64.self))"
        }
    }

    /// Positions of messages, events and members in conversations that do not exist.
    static func strayRows(in reader: Reader) throws -> [String] {
        try places(
            """
            SELECT conversation_id, seq FROM messages AS m WHERE NOT EXISTS (SELECT 1 FROM conversations WHERE id = m.conversation_id)
            UNION ALL SELECT conversation_id, seq FROM events AS e
                WHERE NOT EXISTS (SELECT 1 FROM conversations WHERE id = e.conversation_id)
            UNION ALL SELECT conversation_id, changed FROM members AS p
                WHERE NOT EXISTS (SELECT 1 FROM conversations WHERE id = p.conversation_id)
            """, in: reader)
    }

    /// Messages and events before the first position, after the head, or changed before they were there.
    static func positions(in reader: Reader) throws -> [String] {
        try places(
            """
            SELECT m.conversation_id, m.seq FROM messages AS m JOIN conversations AS c ON c.id = m.conversation_id
                WHERE m.seq < 1 OR m.changed < m.seq OR m.changed > c.head
            UNION ALL SELECT e.conversation_id, e.seq FROM events AS e JOIN conversations AS c ON c.id = e.conversation_id
                WHERE e.seq < 1 OR e.seq > c.head
            """, in: reader)
    }

    static func doubleSeqs(in reader: Reader) throws -> [String] {
        try places(
            """
            SELECT e.conversation_id, e.seq FROM events AS e
            WHERE EXISTS (SELECT 1 FROM messages WHERE conversation_id = e.conversation_id AND seq = e.seq)
            """, in: reader)
    }

    /// Conversations whose head is not the newest change of their rows. Earlier changes may have been replaced by later ones, so
    /// only the last can be proved; every other missing row of a message breaks ``positions(in:)`` or a backup's counts.
    static func heads(in reader: Reader) throws -> [String] {
        try places(
            """
            SELECT c.id, c.head FROM conversations AS c WHERE c.head <> (
                SELECT MAX(n.last) FROM (SELECT c.changed AS last
                    UNION ALL SELECT MAX(seq) FROM messages WHERE conversation_id = c.id
                    UNION ALL SELECT MAX(changed) FROM messages WHERE conversation_id = c.id AND changed <> seq
                    UNION ALL SELECT MAX(seq) FROM events WHERE conversation_id = c.id
                    UNION ALL SELECT MAX(changed) FROM members WHERE conversation_id = c.id) AS n)
            """, in: reader)
    }

    static func receipts(in reader: Reader) throws -> [String] {
        try places(
            """
            SELECT p.conversation_id, p.changed FROM members AS p JOIN conversations AS c ON c.id = p.conversation_id
            WHERE p.read_seq > c.head OR p.delivered_seq > c.head OR p.changed > c.head OR p.joined > c.head
                OR p.read_seq < 0 OR p.delivered_seq < 0
            """, in: reader)
    }

    static func missingMedia(in reader: Reader) throws -> [String] {
        try places(
            """
            SELECT conversation_id, seq FROM message_media AS l WHERE NOT EXISTS (SELECT 1 FROM media WHERE id = l.media_id)
                OR NOT EXISTS (SELECT 1 FROM messages WHERE conversation_id = l.conversation_id AND seq = l.seq)
            """, in: reader)
    }

    /// Users whose counted space differs from their media, by identifier; and `all`.
    static func wrongUsage(in reader: Reader) throws -> [String] {
        let users = try reader.all(
            """
            SELECT u.id FROM users AS u LEFT JOIN media_usage AS g ON g.owner_id = u.id
            WHERE COALESCE(g.bytes, 0) <> COALESCE((SELECT SUM(bytes) FROM media WHERE owner_id = u.id), 0)
                OR COALESCE(g.open_uploads, 0) <> (SELECT COUNT(*) FROM media WHERE owner_id = u.id AND hash IS NULL)
            """
        ) { "\(try $0.next(UserID.self))" }
        let isTotalWrong = try reader.first(
            """
            SELECT (SELECT COALESCE(SUM(bytes), 0) FROM media_total) <> (SELECT COALESCE(SUM(bytes), 0) FROM blobs)
                + (SELECT COALESCE(SUM(bytes), 0) FROM media WHERE hash IS NULL)
            """
        ) { try $0.next(Bool.self) }
        return users + (isTotalWrong == true ? ["all"] : [])
    }

    /// Counts the space of files again.
    static func renewUsage(_ transaction: Transaction) throws {
        try transaction.script(
            """
            DELETE FROM media_usage;
            INSERT INTO media_usage (owner_id, bytes, open_uploads)
                SELECT owner_id, SUM(bytes), SUM(CASE WHEN hash IS NULL THEN 1 ELSE 0 END) FROM media GROUP BY owner_id;
            UPDATE media_total SET bytes = (SELECT COALESCE(SUM(bytes), 0) FROM blobs)
                + (SELECT COALESCE(SUM(bytes), 0) FROM media WHERE hash IS NULL);
            """)
    }

    /// Gives every content that a finished medium has, and its bytes.
    static func contents(in reader: Reader, body: (ContentHash, Int64) throws -> Void) throws {
        try reader.rows(
            "SELECT hash, bytes FROM blobs AS b WHERE EXISTS (SELECT 1 FROM media WHERE hash = b.hash)"
        ) { row in
            if let hash = ContentHash(try row.next()) { try body(hash, try row.next()) }
        }
    }

    static func hasContent(_ hash: ContentHash, in reader: Reader) throws -> Bool {
        try reader.first("SELECT 1 FROM blobs WHERE hash = $1", .blob(hash.bytes)) { _ in true } ?? false
    }

    static func hasMedium(_ hash: ContentHash, in reader: Reader) throws -> Bool {
        try reader.first("SELECT 1 FROM media WHERE hash = $1 LIMIT 1", .blob(hash.bytes)) { _ in true } ?? false
    }

    static func hasUpload(_ id: MediaID, in reader: Reader) throws -> Bool {
        try reader.first("SELECT 1 FROM media WHERE id = $1", .id(id)) { _ in true } ?? false
    }
}
