import NexusCore
import NexusDatabase

/// The SQL of media: uploads, access, and garbage collection.
enum MediaRepository {
    /// A stored medium.
    struct Record: Sendable {
        var id: MediaID
        var owner: UserID
        var name: String
        var declaredType: String
        var declaredHash: ContentHash?
        /// Bytes that are to be uploaded.
        var uploadedBytes: Int64
        /// The detected type; empty until it is finished.
        var type: String
        /// Stored bytes; until it is finished, received ones.
        var bytes: Int64
        var width: Int
        var height: Int
        /// Under which its content is stored, once it is finished.
        var hash: ContentHash?

        var media: Media { Media(id: id, name: name, type: type, bytes: bytes, width: width, height: height) }
    }

    static func record(_ id: MediaID, in reader: Reader) throws -> Record? {
        try reader.first(
            """
            SELECT m.id, m.owner_id, m.name, m.declared_type, m.declared_hash, m.uploaded_bytes, m.type, m.bytes, m.width,
                m.height, m.hash FROM media AS m WHERE m.id = $1
            """, .id(id), body: record)
    }

    /// A finished medium, for its uploader and for the members of a conversation with a message that carries it.
    static func readable(_ id: MediaID, by user: UserID, in reader: Reader) throws -> Record? {
        try reader.first(
            """
            SELECT m.id, m.owner_id, m.name, m.declared_type, m.declared_hash, m.uploaded_bytes, m.type, m.bytes, m.width,
                m.height, m.hash
            FROM media AS m WHERE m.id = $1 AND m.hash IS NOT NULL AND (m.owner_id = $2 OR EXISTS (
                SELECT 1 FROM message_media AS c JOIN members AS p
                    ON p.conversation_id = c.conversation_id AND p.user_id = $2 AND p.has_left = 0
                WHERE c.media_id = m.id))
            """, .id(id), .id(user), body: record)
    }

    /// A finished picture that a user or a group shows now: a user's for people who share a conversation with them or
    /// may find them, unless blocked; a group's for its members.
    static func shown(_ id: MediaID, to user: UserID, in reader: Reader) throws -> Record? {
        try reader.first(
            """
            SELECT m.id, m.owner_id, m.name, m.declared_type, m.declared_hash, m.uploaded_bytes, m.type, m.bytes, m.width,
                m.height, m.hash
            FROM media AS m WHERE m.id = $1 AND m.hash IS NOT NULL AND (EXISTS (
                SELECT 1 FROM conversations AS c JOIN members AS p
                    ON p.conversation_id = c.id AND p.user_id = $2 AND p.has_left = 0
                WHERE c.picture_id = m.id) OR EXISTS (
                SELECT 1 FROM users AS u WHERE u.picture_id = m.id
                    AND NOT EXISTS (SELECT 1 FROM relations AS r
                        WHERE r.user_id = u.id AND r.other_id = $2 AND r.is_blocked = 1)
                    AND (NOT EXISTS (SELECT 1 FROM relations AS r
                        WHERE r.user_id = $2 AND r.other_id = u.id AND r.is_blocked = 1)
                        OR EXISTS (SELECT 1 FROM members AS mine JOIN members AS theirs
                            ON theirs.conversation_id = mine.conversation_id
                            WHERE mine.user_id = $2 AND mine.has_left = 0
                                AND theirs.user_id = u.id AND theirs.has_left = 0))))
            """, .id(id), .id(user), body: record)
    }

    /// The team's picture.
    static func ofTeam(in reader: Reader) throws -> Record? {
        try reader.first(
            """
            SELECT m.id, m.owner_id, m.name, m.declared_type, m.declared_hash, m.uploaded_bytes, m.type, m.bytes, m.width,
                m.height, m.hash
            FROM media AS m JOIN team_picture AS t ON t.media_id = m.id WHERE m.hash IS NOT NULL
            """, body: record)
    }

    static func insert(_ record: Record, at now: Timestamp, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO media (id, owner_id, name, declared_type, declared_hash, uploaded_bytes, type, bytes, width, height,
                created_at, touched_at) VALUES ($1, $2, $3, $4, $5, $6, '', 0, 0, 0, $7, $7)
            """, .id(record.id), .id(record.owner), .text(record.name), .text(record.declaredType),
            .optional(record.declaredHash?.bytes), .integer(record.uploadedBytes), .time(now))
        try MediaUsageRepository.add(bytes: 0, uploads: 1, of: record.owner, transaction)
    }

    /// Stores the received bytes of an upload.
    static func setReceived(
        _ bytes: Int64, of record: Record, at now: Timestamp, _ transaction: Transaction
    ) throws {
        try transaction.run(
            "UPDATE media SET bytes = $2, touched_at = $3 WHERE id = $1", .id(record.id), .integer(bytes), .time(now))
        try MediaUsageRepository.add(bytes: bytes - record.bytes, uploads: 0, of: record.owner, transaction)
        try MediaUsageRepository.addToTotal(bytes - record.bytes, transaction)
    }

    /// A user's longest inactive unfinished upload, if inactive since `time`.
    static func silentUpload(of user: UserID, since time: Timestamp, in reader: Reader) throws -> MediaID? {
        try reader.first(
            """
            SELECT id FROM media WHERE owner_id = $1 AND hash IS NULL AND touched_at <= $2 ORDER BY touched_at LIMIT 1
            """, .id(user), .time(time)
        ) { try $0.next() }
    }

    /// Records a content before it is stored, so that it is found and collected after any crash.
    ///
    /// - Throws: `Refusal` (`overloaded`) while it is being removed.
    static func insertBlob(_ hash: ContentHash, bytes: Int64, _ transaction: Transaction) throws {
        let isNew =
            try transaction.count(
                "INSERT INTO blobs (hash, bytes) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING", .blob(hash.bytes),
                .integer(bytes)) == 1
        guard isNew else { return try requireBlob(hash, in: transaction) }
        try MediaUsageRepository.addToTotal(bytes, transaction)
    }

    /// - Throws: `Refusal` (`overloaded`) for a content that has been removed, or is being removed.
    static func requireBlob(_ hash: ContentHash, in reader: Reader) throws {
        let isKept =
            try reader.first(
                "SELECT 1 FROM blobs WHERE hash = $1 AND is_leaving = 0", .blob(hash.bytes)
            ) { _ in true } ?? false
        guard isKept else {
            throw Refusal(.overloaded, "The same file is just being removed, since nobody used it. Try again.")
        }
    }

    /// Makes an upload a finished medium.
    /// - Parameter upload: the stored row.
    static func finish(
        _ upload: Record, as record: Record, at now: Timestamp, _ transaction: Transaction
    ) throws {
        try MediaUsageRepository.add(bytes: record.bytes - upload.bytes, uploads: -1, of: upload.owner, transaction)
        try MediaUsageRepository.addToTotal(-upload.bytes, transaction)
        try transaction.run(
            """
            UPDATE media SET type = $2, bytes = $3, width = $4, height = $5, hash = $6, touched_at = $7 WHERE id = $1
            """, .id(record.id), .text(record.type), .integer(record.bytes), .integer(record.width),
            .integer(record.height), .optional(record.hash?.bytes), .time(now))
    }

    // MARK: Messages that carry media

    static func link(_ id: MediaID, to message: Message, _ transaction: Transaction) throws {
        try transaction.run(
            "INSERT INTO message_media (media_id, conversation_id, seq) VALUES ($1, $2, $3)", .id(id),
            .id(message.conversation), .integer(message.seq))
    }

    /// The message's media are unused; those not used elsewhere are collected a day from now.
    static func unlink(_ message: Message, at now: Timestamp, _ transaction: Transaction) throws {
        for attachment in message.attachments {
            try touch(attachment.media, at: now, transaction)
        }
        try transaction.run(
            "DELETE FROM message_media WHERE conversation_id = $1 AND seq = $2", .id(message.conversation),
            .integer(message.seq))
    }

    /// The media of a conversation without members are unused.
    static func unlinkAll(of id: ConversationID, at now: Timestamp, _ transaction: Transaction) throws {
        try transaction.run(
            """
            UPDATE media SET touched_at = $2
            WHERE id IN (SELECT media_id FROM message_media WHERE conversation_id = $1)
            """, .id(id), .time(now))
        try transaction.run("DELETE FROM message_media WHERE conversation_id = $1", .id(id))
    }

    /// The medium was in use until now.
    static func touch(_ id: MediaID, at now: Timestamp, _ transaction: Transaction) throws {
        try transaction.run("UPDATE media SET touched_at = $2 WHERE id = $1", .id(id), .time(now))
    }

    /// Whether a message carries it, or a user, a group or the team shows it.
    static func isCarried(_ id: MediaID, in reader: Reader) throws -> Bool {
        try reader.first(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM message_media WHERE media_id = $1)
                OR EXISTS (SELECT 1 FROM users WHERE picture_id = $1)
                OR EXISTS (SELECT 1 FROM conversations WHERE picture_id = $1)
                OR EXISTS (SELECT 1 FROM team_picture WHERE media_id = $1)
            """, .id(id)
        ) { _ in true } ?? false
    }

    // MARK: Collection

    static func delete(_ id: MediaID, _ transaction: Transaction) throws {
        guard let record = try record(id, in: transaction) else { return }
        let isOpen = record.hash == nil
        try MediaUsageRepository.add(bytes: -record.bytes, uploads: isOpen ? -1 : 0, of: record.owner, transaction)
        if isOpen { try MediaUsageRepository.addToTotal(-record.bytes, transaction) }
        try transaction.run("DELETE FROM media WHERE id = $1", .id(id))
    }

    /// Media unused since `time`, in batches.
    static func unused(since time: Timestamp, limit: Int, in reader: Reader) throws -> [MediaID] {
        try reader.all(
            """
            SELECT id FROM media AS m WHERE touched_at <= $1
                AND NOT EXISTS (SELECT 1 FROM message_media AS c WHERE c.media_id = m.id)
                AND NOT EXISTS (SELECT 1 FROM users AS u WHERE u.picture_id = m.id)
                AND NOT EXISTS (SELECT 1 FROM conversations AS g WHERE g.picture_id = m.id)
                AND NOT EXISTS (SELECT 1 FROM team_picture AS t WHERE t.media_id = m.id)
            ORDER BY touched_at LIMIT $2
            """, .time(time), .integer(limit)
        ) { try $0.next() }
    }

    /// Contents that no medium has.
    static func orphans(limit: Int, in reader: Reader) throws -> [ContentHash] {
        try reader.all(
            "SELECT hash FROM blobs AS b WHERE NOT EXISTS (SELECT 1 FROM media WHERE hash = b.hash) LIMIT $1",
            .integer(limit)
        ) { ContentHash(try $0.next()) }.compactMap { $0 }
    }

    /// Marks a content as one that is being removed, unless a medium has it.
    ///
    /// - Returns: whether it is to be removed.
    static func markOrphan(_ hash: ContentHash, _ transaction: Transaction) throws -> Bool {
        try transaction.count(
            "UPDATE blobs SET is_leaving = 1 WHERE hash = $1 AND NOT EXISTS (SELECT 1 FROM media WHERE hash = $1)",
            .blob(hash.bytes)) == 1
    }

    /// Takes the mark back: its file could not be removed.
    static func keepOrphan(_ hash: ContentHash, _ transaction: Transaction) throws {
        try transaction.run("UPDATE blobs SET is_leaving = 0 WHERE hash = $1", .blob(hash.bytes))
    }

    /// Forgets a marked content, whose file is gone.
    static func deleteOrphan(_ hash: ContentHash, _ transaction: Transaction) throws {
        let bytes = try transaction.first(
            "SELECT bytes FROM blobs WHERE hash = $1 AND is_leaving = 1", .blob(hash.bytes)
        ) { try $0.next(Int64.self) }
        guard let bytes else { return }
        try transaction.run("DELETE FROM blobs WHERE hash = $1", .blob(hash.bytes))
        try MediaUsageRepository.addToTotal(-bytes, transaction)
    }

    private static func record(_ row: inout Row) throws -> Record {
        Record(
            id: try row.next(), owner: try row.next(), name: try row.next(), declaredType: try row.next(),
            declaredHash: try row.next([UInt8]?.self).flatMap(ContentHash.init), uploadedBytes: try row.next(),
            type: try row.next(),
            bytes: try row.next(), width: try row.next(), height: try row.next(),
            hash: try row.next([UInt8]?.self).flatMap(ContentHash.init))
    }
}
